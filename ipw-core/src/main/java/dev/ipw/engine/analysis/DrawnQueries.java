package dev.ipw.engine.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.statistics.AnswerClusters;
import dev.ipw.engine.statistics.Bootstrap;
import dev.ipw.engine.statistics.Dependence;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Hold what each query came to, so that figures of a run can be drawn anew from its queries: what a query cost, what a token
 * cost, accuracy over both. What was used in all is given from outside; what no query was charged with is spread over all of
 * them evenly, and a query without a share counts with the mean power of the others. The intervals are drawn from groups of
 * neighbouring queries: of one query each up to a number of groups, of as many more as it takes beyond that, so that neither
 * memory nor time grow without bounds. Draws take neighbours for independent; where they are alike, as in a machine that
 * warms up, the interval is widened by what their {@link Dependence} makes of it.
 */
final class DrawnQueries {
    private static final double LEVEL = 0.95;
    private static final double DEVIATIONS = 1.96;
    private static final double VARIANCE_OF_EVEN = 1.0 / 12;
    private static final double SQUARE_OF_TWICE = 4;
    private static final int FIRST_ROOM = 64;

    private enum Sum {
        QUERIES, SCORED, RIGHT, JOULES, SECONDS, TOKENS, SECONDS_WITHOUT
    }

    private final int mostGroups;
    private final AnswerClusters answers = new AnswerClusters();
    private final double[][] sums = new double[Sum.values().length][FIRST_ROOM];
    private final double[] all = new double[Sum.values().length];
    private long withoutCall;
    private int groups;
    private int groupSize = 1;
    private double unsureVariance;
    private double squaredSecondsWithout;

    /**
     * Hold no query.
     *
     * @param mostGroups a power of two, at least 64
     */
    DrawnQueries(int mostGroups) {
        this.mostGroups = mostGroups;
    }

    /**
     * One query.
     *
     * @param right   whether it is right; empty if it was not scored
     * @param joules  its share; empty if it is not completely known
     * @param width   between which bounds the share lies, if these are wider than those of any query: over a gap
     * @param seconds how long it was served
     * @param tokens  the tokens of its answer; none of a request that failed
     */
    record Query(Optional<Boolean> right, OptionalDouble joules, double width, double seconds, long tokens) {}

    private void openGroup() {
        if (groups == 0 || sums[Sum.QUERIES.ordinal()][groups - 1] == groupSize) {
            if (groups == mostGroups) {
                joinNeighbours();
            }
            groups++;
            makeRoom();
        }
    }

    void add(Query query) {
        openGroup();
        count(Sum.QUERIES, 1);
        count(Sum.SCORED, query.right.isPresent() ? 1 : 0);
        count(Sum.RIGHT, query.right.orElse(false) ? 1 : 0);
        count(Sum.SECONDS, query.seconds);
        count(Sum.TOKENS, (double) query.tokens);
        if (query.joules.isPresent()) {
            count(Sum.JOULES, query.joules.getAsDouble());
            unsureVariance += query.width * query.width * VARIANCE_OF_EVEN;
        } else {
            count(Sum.SECONDS_WITHOUT, query.seconds);
            squaredSecondsWithout += query.seconds * query.seconds;
        }
    }

    private void count(Sum sum, double more) {
        sums[sum.ordinal()][groups - 1] += more;
        all[sum.ordinal()] += more;
    }

    private void makeRoom() {
        if (groups > sums[0].length) {
            int room = Math.min(mostGroups, 2 * sums[0].length);
            Arrays.setAll(sums, sum -> Arrays.copyOf(sums[sum], room));
        }
    }

    private void joinNeighbours() {
        groups /= 2;
        groupSize *= 2;
        for (double[] some : sums) {
            for (int group = 0; group < groups; group++) {
                some[group] = some[2 * group] + some[2 * group + 1];
            }
            Arrays.fill(some, groups, some.length, 0);
        }
    }

    private double all(Sum sum) {
        return all[sum.ordinal()];
    }

    /** Count the queries. */
    long count() {
        return Math.round(all(Sum.QUERIES));
    }

    /** Add a scored query under its question, which may come several times. */
    void addAnswer(String question, boolean right) {
        answers.add(question, right);
    }

    /** Tell that one of the queries made no call of the model: where none did, nothing of it is a model's intelligence. */
    void addWithoutCall() {
        withoutCall++;
    }

    /** Return whether there are queries and none of them made a call of the model. */
    boolean areWithoutCalls() {
        return withoutCall > 0 && withoutCall == count();
    }

    /** Return the right share of those that were scored; the answers to one question are taken as what they are, alike. */
    Optional<Estimate> accuracy() {
        return EfficiencyGatherer.estimate(Math.round(all(Sum.RIGHT)), Math.round(all(Sum.SCORED)),
                answers.dependence());
    }

    /** Add up the joules of the queries that have them, and fill in those of the others; the bounds hold none and twice that. */
    Used ofQueries() {
        double known = all(Sum.JOULES);
        double filled = all(Sum.SECONDS_WITHOUT) * meanWatts(known);
        return new Used(known + filled, known, known + 2 * filled);
    }

    /** Set all that was used beside the queries. */
    Cost of(Used used) {
        return new Cost(used);
    }

    private double meanWatts(double used) {
        double known = all(Sum.SECONDS) - all(Sum.SECONDS_WITHOUT);
        double mean = all(Sum.JOULES) > 0 && known > 0 ? all(Sum.JOULES) / known : used / all(Sum.SECONDS);
        return Double.isFinite(mean) ? mean : 0;
    }

    /**
     * All that was used, whoever used it.
     *
     * @param joules the figure; without idle power it may be below zero
     * @param lower  the least it can be
     * @param upper  the most it can be
     */
    record Used(double joules, double lower, double upper) {
        static Used of(EnergyReading energy) {
            return new Used(energy.joules().orElseThrow(), energy.lower().orElseThrow(), energy.upper().orElseThrow());
        }

        /** Take idle joules off, which are themselves only known with a deviation. */
        Used without(double idleJoules, double sigmaJoules) {
            double doubt = DEVIATIONS * sigmaJoules;
            return new Used(joules - idleJoules, Math.min(lower - idleJoules, joules - idleJoules - doubt),
                    Math.max(upper - idleJoules, joules - idleJoules + doubt));
        }
    }

    /** What the queries cost together. */
    final class Cost {
        private final Used used;
        private final double wattsWithout;
        private final double eachBeside;
        private final double chance;

        private Cost(Used used) {
            this.used = used;
            wattsWithout = meanWatts(used.joules);
            eachBeside = (used.joules - all(Sum.JOULES) - all(Sum.SECONDS_WITHOUT) * wattsWithout) / all(Sum.QUERIES);
            double variance = unsureVariance
                    + squaredSecondsWithout * wattsWithout * wattsWithout * VARIANCE_OF_EVEN * SQUARE_OF_TWICE;
            chance = DEVIATIONS * Math.sqrt(variance);
        }

        /** Return what a query cost; empty without queries. */
        Optional<Estimate> perQuery() {
            return over(Sum.QUERIES, true);
        }

        /** Return what a token of an answer cost; empty without tokens. */
        Optional<Estimate> perToken() {
            return over(Sum.TOKENS, true);
        }

        private Optional<Estimate> over(Sum below, boolean resolved) {
            double divisor = all(below);
            return divisor > 0
                    ? Optional.of(costs(used.joules / divisor, drawn -> joules(drawn) / sum(drawn, below),
                            group -> ofCost(group, below), resolved))
                    : Optional.empty();
        }

        /** Return the mean watts over some time, varying as the queries' own do. */
        Optional<Estimate> watts(double measuredSeconds) {
            if (!(measuredSeconds > 0)) {
                return Optional.empty();
            }
            return Optional.of(watts(used.joules / measuredSeconds, true));
        }

        /** Return accuracy over what a query cost; empty if nothing was scored or used, or no model asked. */
        Optional<Estimate> perJoule() {
            return over(Sum.QUERIES, false).flatMap(cost -> rightOver(cost,
                    drawn -> joules(drawn) / sum(drawn, Sum.QUERIES), group -> ofCost(group, Sum.QUERIES)));
        }

        /** Return accuracy over mean watts; empty likewise. */
        Optional<Estimate> perWatt(double measuredSeconds) {
            double mean = used.joules / measuredSeconds;
            return measuredSeconds > 0
                    ? rightOver(watts(mean, false), drawn -> mean * relativeWatts(drawn), this::ofWatts)
                    : Optional.empty();
        }

        private Estimate watts(double mean, boolean resolved) {
            return costs(mean, drawn -> mean * relativeWatts(drawn), this::ofWatts, resolved);
        }

        private Estimate costs(double value, ToDoubleFunction<int[]> cost, IntToDoubleFunction influence,
                boolean resolved) {
            Interval drawn = value != 0 && groups > 0
                    ? drawn(value, cost, influence, Dependence.none(groups))
                    : new Interval(value, value, LEVEL);
            double unsure = used.joules > 0 ? value * chance / used.joules : 0;
            double least = drawn.low();
            double most = drawn.high();
            double low = value - Math.hypot(value - least, unsure);
            double high = value + Math.hypot(most - value, unsure);
            double eachJoule = used.joules > 0 ? value / used.joules : 0;
            boolean gross = used.lower >= 0;
            return new Estimate(value, resolved
                    ? new Interval(atLeast(gross, low - eachJoule * (used.joules - used.lower)),
                            high + eachJoule * (used.upper - used.joules), LEVEL)
                    : new Interval(atLeast(gross, low), high, LEVEL));
        }

        private Optional<Estimate> rightOver(Estimate cost, ToDoubleFunction<int[]> drawnCost,
                IntToDoubleFunction ofCost) {
            Optional<Estimate> accuracy = accuracy();
            if (accuracy.isEmpty() || areWithoutCalls() || !(cost.value() > 0) || !(used.joules > 0)) {
                return Optional.empty();
            }
            double right = accuracy.get().value();
            double value = right / cost.value();
            Interval drawn = right == 0 || right == 1
                    ? wilsonOver(accuracy.get().interval(), cost.interval())
                    : drawn(value, some -> sum(some, Sum.RIGHT) / sum(some, Sum.SCORED)
                            / positive(drawnCost.applyAsDouble(some)),
                            group -> share(group, Sum.RIGHT) - share(group, Sum.SCORED)
                                    - ofCost.applyAsDouble(group),
                            answers.dependence());
            double unsure = chance / used.joules;
            double least = Math.min(drawn.low(), value);
            double most = Math.max(drawn.high(), value);
            double low = Math.max(0, value - Math.hypot(value - least, value * unsure));
            double high = value + Math.hypot(most - value, most * unsure);
            return Optional.of(new Estimate(value, new Interval(low * used.joules / used.upper,
                    used.lower > 0 ? high * used.joules / used.lower : Double.POSITIVE_INFINITY, LEVEL)));
        }

        /**
         * Divide accuracy by a cost where no resample tells how accuracy varies: Wilson's bounds over the cost's own, the
         * least by the most. Errors that do not know of each other seldom both go so far, so that it is wide rather than
         * narrow.
         */
        private static Interval wilsonOver(Interval accuracy, Interval costs) {
            return new Interval(accuracy.low() / costs.high(),
                    costs.low() > 0 ? accuracy.high() / costs.low() : Double.POSITIVE_INFINITY, LEVEL);
        }

        /** Return by how much a group moves what something cost, as a share of it. */
        private double ofCost(int group, Sum below) {
            double joules = sums[Sum.JOULES.ordinal()][group]
                    + wattsWithout * sums[Sum.SECONDS_WITHOUT.ordinal()][group]
                    + eachBeside * sums[Sum.QUERIES.ordinal()][group];
            return joules / used.joules - share(group, below);
        }

        private double ofWatts(int group) {
            double all = all(Sum.JOULES) + wattsWithout * all(Sum.SECONDS_WITHOUT);
            double own = sums[Sum.JOULES.ordinal()][group]
                    + wattsWithout * sums[Sum.SECONDS_WITHOUT.ordinal()][group];
            return own / all - share(group, Sum.SECONDS);
        }

        private double joules(int[] drawn) {
            return own(drawn) + eachBeside * sum(drawn, Sum.QUERIES);
        }

        private double own(int[] drawn) {
            return sum(drawn, Sum.JOULES) + wattsWithout * sum(drawn, Sum.SECONDS_WITHOUT);
        }

        /** Return the mean watts of the queries that were drawn, by those of all; 1 where they have none. */
        private double relativeWatts(int[] drawn) {
            double mean = (all(Sum.JOULES) + wattsWithout * all(Sum.SECONDS_WITHOUT)) / all(Sum.SECONDS);
            return orElse(positive(own(drawn)) / sum(drawn, Sum.SECONDS) / mean, 1);
        }
    }

    /**
     * Draw a figure anew, and widen its interval by how groups hang together, or by what is known of it if that is more. A draw that has nothing to divide by is left out;
     * where these are more than the upper tail holds, the interval is open above.
     */
    private Interval drawn(double value, ToDoubleFunction<int[]> figure, IntToDoubleFunction influence,
            Dependence known) {
        int[] draws = new int[2];
        Interval drawn = Bootstrap.interval(groups, some -> {
            double one = figure.applyAsDouble(some);
            draws[0]++;
            draws[1] += Double.isFinite(one) ? 0 : 1;
            return one;
        }, LEVEL);
        double factor = dependence(influence).orStronger(known).wideningFactor(LEVEL);
        double high = draws[1] > draws[0] * (1 - LEVEL) / 2 ? Double.POSITIVE_INFINITY : drawn.high();
        return new Interval(value - factor * Math.max(0, value - drawn.low()),
                value + factor * Math.max(0, high - value), LEVEL);
    }

    private Dependence dependence(IntToDoubleFunction influence) {
        double[] influences = IntStream.range(0, groups).mapToDouble(influence).toArray();
        return Arrays.stream(influences).allMatch(Double::isFinite)
                ? Dependence.of(influences)
                : Dependence.none(groups);
    }

    private double share(int group, Sum of) {
        return sums[of.ordinal()][group] / all(of);
    }

    private static double atLeast(boolean gross, double bound) {
        return gross ? Math.max(0, bound) : bound;
    }

    private static double orElse(double figure, double otherwise) {
        return Double.isFinite(figure) ? figure : otherwise;
    }

    /** Net joules may be below zero; a draw of such is left out. */
    private static double positive(double sum) {
        return sum > 0 ? sum : Double.NaN;
    }

    private double sum(int[] drawn, Sum of) {
        double[] some = sums[of.ordinal()];
        double sum = 0;
        for (int group : drawn) {
            sum += some[group];
        }
        return sum;
    }
}
