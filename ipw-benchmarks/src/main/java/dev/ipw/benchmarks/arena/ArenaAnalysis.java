package dev.ipw.benchmarks.arena;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.comparison.internal.RunNames;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.record.RecordedQuery;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The analysis of the share of games that models win against a baseline's answers, with and without the effect of
 * style: length, headings, lists and bold. Runs are analysed together, category by category.
 */
public final class ArenaAnalysis implements SideBySideAnalysis {
    /** The analysis' id. */
    public static final String ID = "arena";

    private static final String REFERENCE = "reference_answer";
    private static final String MANY_LOST = " of 1,000 draws did not determine the chances without style, and are not in the"
            + " intervals of ";
    private static final String UNDETERMINED = "the games do not tell style from the model: one side won all of them, or all"
            + " answers differ alike";
    private static final int MAX_LOST = 10;

    @Override
    public Passes beginTogether(List<AnalysedRun> runs) {
        List<String> names = RunNames.of(runs.stream().map(run -> run.run().directory().path()).toList());
        Gathered gathered = new Gathered();
        List<List<RecordGatherer>> gatherers = IntStream.range(0, runs.size())
                .mapToObj(place -> List.<RecordGatherer>of(record -> gathered.add(place, record))).toList();
        return new Passes(gatherers, () -> analyze(names, gathered));
    }

    /** Analyses the gathered games. */
    static AnalysisResult analyze(List<String> names, Gathered gathered) {
        if (gathered.categories.isEmpty()) {
            throw new ConfigurationException("No answer of these runs was compared with another model's. "
                    + Setting.COMPARE_PAIRS);
        }
        List<List<AnalysisValue>> rows = new ArrayList<>();
        List<List<AnalysisValue>> features = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        gathered.categories.forEach((name, category) -> {
            StyleControl control = StyleControl.of(category);
            for (int run = 0; run < control.runs().size(); run++) {
                rows.add(row(name, names.get(control.runs().get(run)), category, control, run));
            }
            for (int feature = 0; feature < AnswerStyle.FEATURES.size(); feature++) {
                int one = feature;
                features.add(List.of(AnalysisValue.of(name), AnalysisValue.of(AnswerStyle.FEATURES.get(feature)),
                        value(control.style().map(all -> all.get(one)))));
            }
            if (control.lost() > MAX_LOST) {
                warnings.add(control.lost() + MANY_LOST + name);
            }
        });
        if (gathered.without > 0) {
            warnings.add(gathered.without + " compared answers have no verdict and are left out");
        }
        return AnalysisResult.builder(ID, "Games against a baseline, with and without style")
                .figure(AnalysisColumn.count("games"),
                        AnalysisValue
                                .of(gathered.categories.values().stream().mapToLong(one -> one.games().size()).sum()))
                .figure(AnalysisColumn.count("answers_without_verdict"), AnalysisValue.of(gathered.without))
                .table(AnalysisTable.of("scores", "Chances against the baseline", AnalysisColumn.text("category"),
                        AnalysisColumn.text("run"), AnalysisColumn.count("questions"), AnalysisColumn.count("games"),
                        AnalysisColumn.estimate("score", "").labelled("as it is"),
                        AnalysisColumn.estimate("score_style_controlled", "").labelled("style taken out")).rows(rows))
                .table(AnalysisTable
                        .of("style", "What style adds to the log-odds", AnalysisColumn.text("category"),
                                AnalysisColumn.text("feature"),
                                AnalysisColumn.estimate("log_odds", "").labelled("for a standard deviation"))
                        .rows(features))
                .warnings(warnings).build();
    }

    private static List<AnalysisValue> row(String name, String run, ArenaCategory category, StyleControl control,
            int place) {
        List<ArenaGame> games = category.games(control.runs().get(place));
        return List.of(AnalysisValue.of(name), AnalysisValue.of(run),
                AnalysisValue.of(games.stream().map(ArenaGame::question).distinct().count()),
                AnalysisValue.of((long) games.size()), AnalysisValue.of(control.plain().get(place)),
                value(control.controlled().map(all -> all.get(place))));
    }

    private static AnalysisValue value(Optional<Estimate> estimate) {
        return estimate.map(AnalysisValue::of).orElseGet(() -> AnalysisValue.absent(UNDETERMINED));
    }

    /** A gatherer of games by category. */
    static final class Gathered {
        private static final String UNKNOWN = "all";
        private static final String PAIRWISE = "pairwise";
        private static final String GAMES = "games";
        private static final List<String> LOST = List.of("B>A", "A>B");
        private static final double TIE = 0.5;
        private static final int STRONG = 3;

        private final Map<String, ArenaCategory> categories = new TreeMap<>();
        private long without;

        /** Adds an answer, if it was compared with another. */
        void add(int run, RecordedQuery record) {
            Optional<Evaluation> evaluation = record.evaluation();
            if (!(record.question().metadata().get(REFERENCE) instanceof String reference)
                    || !(record.evaluator().equals(PAIRWISE)
                            || evaluation.filter(one -> one.metadata().containsKey(GAMES)).isPresent())) {
                return;
            }
            List<String> games = evaluation.map(Gathered::games).orElse(List.of());
            if (games.isEmpty() || games.size() % 2 != 0 || games.stream().anyMatch("none"::equals)) {
                without++;
                return;
            }
            double[] style = AnswerStyle.of(ReasoningText.removed(record.outcome().answer()).strip())
                    .difference(AnswerStyle.of(reference));
            ArenaCategory category = categories.computeIfAbsent(category(record), name -> new ArenaCategory());
            for (int game = 0; game < games.size(); game++) {
                // In the first half of the games the model's answer came first.
                boolean isFirst = game < games.size() / 2;
                String verdict = games.get(game);
                double outcome = verdict.equals("A=B") ? TIE : verdict.startsWith("A") == isFirst ? 1 : 0;
                category.add(run, record.questionId(), outcome, verdict.contains(">>") ? STRONG : 1, style);
            }
        }

        /** Returns the games of an evaluation. An empty answer is not shown to a judge, and loses. */
        private static List<String> games(Evaluation evaluation) {
            return evaluation.verdict() == Verdict.NOT_ATTEMPTED
                    ? LOST
                    : Optional.ofNullable(evaluation.metadata().get(GAMES))
                            .map(text -> List.of(text.split(", ", -1))).orElse(List.of());
        }

        private static String category(RecordedQuery record) {
            Map<String, Object> metadata = record.question().metadata();
            return metadata.get("category") instanceof String category ? category : UNKNOWN;
        }
    }
}
