package dev.ipw.benchmarks.arena;

import dev.ipw.analysis.statistics.LogisticFit;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Bootstrap;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.Proportion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The chances of models against a baseline, as they are and as they would be if their answers looked like the
 * baseline's: a Bradley-Terry regression with a coefficient for each model and one for each feature of style, which all
 * models share. Intervals cover the chance in the selection of questions: all games of a question are resampled
 * together.
 *
 * @param runs       the places of the models' runs
 * @param plain      the share of games that each model won; a tie counts half, a clear win three times
 * @param controlled the chance of each model without style; empty if the games do not determine it
 * @param style      the addition of a standard deviation of each feature to the log-odds; empty as {@code controlled}
 * @param lost       the number of draws, of a thousand, that did not determine it
 */
record StyleControl(List<Integer> runs, List<Estimate> plain, Optional<List<Estimate>> controlled,
        Optional<List<Estimate>> style, long lost) {
    private static final double LEVEL = 0.95;
    private static final double THOUSAND = 1000;
    private static final double MAX_LOST = 0.025;

    /** Computes the chances from the games of a category. */
    static StyleControl of(ArenaCategory category) {
        Games games = new Games(category);
        List<Interval> shares = Bootstrap.intervals(category.questions(), games.runs.size(),
                drawn -> games.shares(games.weights(drawn)), LEVEL);
        List<Estimate> plain = games.chances(games.shares(games.weights), shares);
        Optional<double[]> fit = games.fit(games.weights);
        if (fit.isEmpty()) {
            return new StyleControl(games.runs, plain, Optional.empty(), Optional.empty(), 0);
        }
        int[] draws = {0, 0};
        int figures = fit.get().length;
        List<Interval> intervals = Bootstrap.intervals(category.questions(), figures, drawn -> {
            draws[0]++;
            return games.fit(games.weights(drawn)).orElseGet(() -> {
                draws[1]++;
                double[] unknown = new double[figures];
                Arrays.fill(unknown, Double.NaN);
                return unknown;
            });
        }, LEVEL);
        // Draws that do not determine it are mostly those at the ends of its distribution, so the others are too close
        // together.
        boolean isLost = draws[1] > MAX_LOST * draws[0];
        List<Estimate> controlled = new ArrayList<>();
        List<Estimate> chances = games.chances(fit.get(), intervals);
        for (Estimate chance : chances) {
            controlled.add(isLost ? new Estimate(chance.value(), new Interval(0, 1, LEVEL)) : chance);
        }
        List<Estimate> style = new ArrayList<>();
        for (int figure = games.runs.size(); figure < figures; figure++) {
            Interval drawn = holding(intervals.get(figure), fit.get()[figure]);
            style.add(new Estimate(fit.get()[figure], isLost || !(drawn.high() > drawn.low())
                    ? new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, LEVEL)
                    : drawn));
        }
        return new StyleControl(games.runs, plain, Optional.of(controlled), Optional.of(style),
                Math.round(THOUSAND * draws[1] / draws[0]));
    }

    /** Widens the interval to include the figure: a percentile interval need not contain the figure itself. */
    private static Interval holding(Interval drawn, double value) {
        return new Interval(Math.min(drawn.low(), value), Math.max(drawn.high(), value), LEVEL);
    }

    /** The games as rows of a regression. */
    private static final class Games {
        private final List<Integer> runs;
        private final List<ArenaGame> games;
        private final int[] counts;
        private final double[][] rows;
        private final double[] outcomes;
        private final double[] weights;

        Games(ArenaCategory category) {
            runs = category.runs();
            games = merged(category.games());
            counts = new int[category.questions()];
            outcomes = games.stream().mapToDouble(ArenaGame::outcome).toArray();
            weights = games.stream().mapToDouble(ArenaGame::weight).toArray();
            double[] scales = scales();
            rows = games.stream().map(game -> row(game, scales)).toArray(double[][]::new);
        }

        /**
         * Merges the games of one answer: they look alike, so one row with their mean and their weight has the same
         * likelihood.
         */
        private static List<ArenaGame> merged(List<ArenaGame> games) {
            Map<List<Integer>, ArenaGame> answers = new LinkedHashMap<>();
            games.forEach(game -> answers.merge(List.of(game.run(), game.question()), game, ArenaGame::with));
            return List.copyOf(answers.values());
        }

        /**
         * Returns the scales of the features. A feature keeps its zero, which means that both answers look the same.
         */
        private double[] scales() {
            double[] scales = new double[AnswerStyle.FEATURES.size()];
            double all = Arrays.stream(weights).sum();
            for (int feature = 0; feature < scales.length; feature++) {
                double sum = 0;
                double squares = 0;
                for (int game = 0; game < games.size(); game++) {
                    double value = games.get(game).style()[feature];
                    sum += weights[game] * value;
                    squares += weights[game] * value * value;
                }
                double variance = squares / all - sum * sum / all / all;
                scales[feature] = variance > 0 ? Math.sqrt(variance) : 1;
            }
            return scales;
        }

        private double[] row(ArenaGame game, double[] scales) {
            double[] row = new double[runs.size() + scales.length];
            row[runs.indexOf(game.run())] = 1;
            for (int feature = 0; feature < scales.length; feature++) {
                row[runs.size() + feature] = game.style()[feature] / scales[feature];
            }
            return row;
        }

        /** Lets each game count as often as its question was drawn. */
        double[] weights(int[] drawn) {
            Arrays.fill(counts, 0);
            for (int question : drawn) {
                counts[question]++;
            }
            double[] often = new double[weights.length];
            for (int game = 0; game < often.length; game++) {
                often[game] = weights[game] * counts[games.get(game).question()];
            }
            return often;
        }

        /**
         * Returns the chances with their intervals. Where all draws have the same result, the error is known only from
         * the small number of questions.
         */
        List<Estimate> chances(double[] values, List<Interval> intervals) {
            List<Estimate> chances = new ArrayList<>();
            for (int run = 0; run < runs.size(); run++) {
                Interval drawn = holding(intervals.get(run), values[run]);
                int place = runs.get(run);
                long questions = games.stream().filter(game -> game.run() == place).count();
                chances.add(new Estimate(values[run], drawn.high() > drawn.low()
                        ? drawn
                        : holding(new Proportion(Math.round(values[run] * questions), questions)
                                .wilson(LEVEL, Dependence.none((int) questions)), values[run])));
            }
            return chances;
        }

        double[] shares(double[] often) {
            double[] won = new double[runs.size()];
            double[] played = new double[runs.size()];
            for (int game = 0; game < often.length; game++) {
                int run = runs.indexOf(games.get(game).run());
                won[run] += often[game] * outcomes[game];
                played[run] += often[game];
            }
            for (int run = 0; run < won.length; run++) {
                won[run] /= played[run];
            }
            return won;
        }

        /** Returns whether any question of a run was drawn. A run without one has no chance in that draw. */
        private boolean isDrawn(int run, double[] often) {
            for (int game = 0; game < often.length; game++) {
                if (often[game] > 0 && games.get(game).run() == runs.get(run)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the chance of each run, then the coefficient of each feature. */
        Optional<double[]> fit(double[] often) {
            return LogisticFit.coefficients(rows, outcomes, often).map(coefficients -> {
                double[] figures = coefficients.clone();
                for (int run = 0; run < runs.size(); run++) {
                    figures[run] = isDrawn(run, often) ? 1 / (1 + Math.exp(-coefficients[run])) : Double.NaN;
                }
                return figures;
            });
        }
    }
}
