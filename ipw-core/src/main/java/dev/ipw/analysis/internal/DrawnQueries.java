package dev.ipw.analysis.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.run.RunTotals.EnergyBlock;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.AnswerClusters;
import dev.ipw.statistics.internal.Bootstrap;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sums over the queries of a run, from which its figures can be resampled: joules per query, joules per token,
 * accuracy over both. The total use is given from outside. Joules that no query was charged are spread over all queries
 * evenly, and a query without a share counts with the mean power of the others. The intervals are drawn from groups of
 * neighbouring queries: one query per group up to a maximum number of groups, beyond that larger groups, so that memory
 * and time are bounded. Resampling assumes that neighbours are independent. Where they are alike, as in a machine that
 * warms up, or where they shared joules because they overlapped or are shorter than a step of the counter, the interval
 * has the width that blocks of time show ({@link TimeChance}), or that of their {@link Dependence} where the joules of
 * the blocks are unknown.
 */
final class DrawnQueries {
    private static final double LEVEL = 0.95;
    private static final double DEVIATIONS = 1.96;
    private static final double VARIANCE_OF_EVEN = 1.0 / 12;
    private static final double SQUARE_OF_TWICE = 4;
    private static final double MAX_ON_A_SIDE = 0.7;
    private static final int FIRST_ROOM = 64;

    /** The quantities that are summed over queries. */
    enum Sum {
        QUERIES, SCORED, RIGHT, JOULES, SECONDS, TOKENS, SECONDS_WITHOUT
    }

    private final int mostGroups;
    private final AnswerClusters answers = new AnswerClusters();
    private final double[][] sums = new double[Sum.values().length][FIRST_ROOM];
    private final double[] all = new double[Sum.values().length];
    private @Nullable SpreadSums overTime;
    private boolean isShared;
    private long withoutCall;
    private int groups;
    private int groupSize = 1;
    private double unsureVariance;
    private double squaredSecondsWithout;
    /** The sums over each resample of the groups; null until a figure is resampled. */
    private double @Nullable [][] resampled;

    /**
     * Creates empty sums.
     *
     * @param mostGroups a power of two, at least 64
     */
    DrawnQueries(int mostGroups) {
        this.mostGroups = mostGroups;
    }

    /**
     * One query.
     *
     * @param right    whether its answer is right; empty if it was not scored
     * @param joules   its share; empty if it is not completely known
     * @param width    the distance of the bounds of the share, if it exceeds that of every query: over a gap
     * @param seconds  the seconds in which it was served
     * @param tokens   the tokens of its answer; 0 for a failed request
     * @param served   the time in which it was served; empty where it is not needed
     * @param isShared whether its joules are a share of joules used together with others, or of one step of a counter
     */
    record Query(Optional<Boolean> right, OptionalDouble joules, double width, double seconds, long tokens,
            Optional<TimeSpan> served, boolean isShared) {
        /** Creates a query whose time of serving is unknown. */
        Query(Optional<Boolean> right, OptionalDouble joules, double width, double seconds, long tokens) {
            this(right, joules, width, seconds, tokens, Optional.empty(), false);
        }

        /** Returns its contribution to each {@link Sum}, in their order. */
        private double[] amounts() {
            return new double[]{1, right.isPresent() ? 1 : 0, right.orElse(false) ? 1 : 0, joules.orElse(0), seconds,
                    tokens, joules.isPresent() ? 0 : seconds};
        }
    }

    /**
     * The time over which the joules were used.
     *
     * @param seconds    its length
     * @param idleWatts  the devices' minimum power; empty if it is unknown or not reliable
     * @param limitWatts their maximum power; empty as above
     * @param blocks     the joules of its pieces, which have the same length; empty if unknown
     */
    record Window(double seconds, OptionalDouble idleWatts, OptionalDouble limitWatts, List<EnergyBlock> blocks) {
        static final Window UNKNOWN = new Window(0, OptionalDouble.empty(), OptionalDouble.empty(), List.of());
        // A controller that keeps a limit overshoots it.
        private static final double ABOVE_LIMIT = 1.1;

        /** Returns the minimum joules of a number of seconds; a bound that the figure itself violates is ignored. */
        double leastJoules(double seconds, double figure) {
            double least = seconds > 0 && idleWatts.isPresent()
                    ? idleWatts.getAsDouble() * seconds
                    : Double.NEGATIVE_INFINITY;
            return least <= figure ? least : Double.NEGATIVE_INFINITY;
        }

        /** Returns the maximum joules of a number of seconds; a bound that the figure itself violates is ignored. */
        double mostJoules(double seconds, double figure) {
            double most = limitWatts.isPresent()
                    ? ABOVE_LIMIT * limitWatts.getAsDouble() * seconds
                    : Double.POSITIVE_INFINITY;
            return most >= figure ? most : Double.POSITIVE_INFINITY;
        }
    }

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
        resampled = null;
        openGroup();
        double[] amounts = query.amounts();
        for (int sum = 0; sum < amounts.length; sum++) {
            sums[sum][groups - 1] += amounts[sum];
            all[sum] += amounts[sum];
        }
        if (query.joules.isPresent()) {
            unsureVariance += query.width * query.width * VARIANCE_OF_EVEN;
        } else {
            squaredSecondsWithout += query.seconds * query.seconds;
        }
        isShared |= query.isShared;
        query.served.ifPresent(span -> overTime().add(span.startNanos(), span.endNanos(), amounts));
    }

    private SpreadSums overTime() {
        if (overTime == null) {
            overTime = new SpreadSums(all.length);
        }
        return overTime;
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

    /** Returns the number of queries. */
    long count() {
        return Math.round(all(Sum.QUERIES));
    }

    /** Adds a scored query under its question, which may be asked several times. */
    void addAnswer(String question, boolean right) {
        answers.add(question, right);
    }

    /** Records that a query made no call of the model. If no query made one, no figure is the model's intelligence. */
    void addWithoutCall() {
        withoutCall++;
    }

    /** Returns whether there are queries and none of them called the model. */
    boolean areWithoutCalls() {
        return withoutCall > 0 && withoutCall == count();
    }

    /**
     * Returns the share of right answers among the scored ones; answers to the same question are treated as dependent.
     */
    Optional<Estimate> accuracy() {
        return EfficiencyGatherer.estimate(Math.round(all(Sum.RIGHT)), Math.round(all(Sum.SCORED)),
                answers.dependence());
    }

    /**
     * Sums the joules of the queries that have them and fills in those of the others; the bounds are zero and twice the
     * filled-in joules.
     */
    Used ofQueries() {
        double known = all(Sum.JOULES);
        double filled = all(Sum.SECONDS_WITHOUT) * meanWatts(known);
        return new Used(known + filled, known, known + 2 * filled);
    }

    /** Returns the cost for a total use, whenever it was used. */
    Cost of(Used used) {
        return of(used, Window.UNKNOWN);
    }

    /** Returns the cost for a total use in a window, by the queries and beside them. */
    Cost of(Used used, Window window) {
        return new Cost(used, window);
    }

    private double meanWatts(double used) {
        double known = all(Sum.SECONDS) - all(Sum.SECONDS_WITHOUT);
        double mean = all(Sum.JOULES) > 0 && known > 0 ? all(Sum.JOULES) / known : used / all(Sum.SECONDS);
        return Double.isFinite(mean) ? mean : 0;
    }

    /**
     * A total use of joules, whoever used them.
     *
     * @param joules the joules; without idle power they may be below zero
     * @param lower  the minimum
     * @param upper  the maximum
     * @param idle   idle joules that are not among them
     */
    record Used(double joules, double lower, double upper, double idle) {
        /** Creates a use that includes idle power. */
        Used(double joules, double lower, double upper) {
            this(joules, lower, upper, 0);
        }

        static Used of(EnergyReading energy) {
            return new Used(energy.joules().orElseThrow(), energy.lower().orElseThrow(), energy.upper().orElseThrow());
        }

        /** Subtracts idle joules, which themselves have a standard deviation. */
        Used without(double idleJoules, double sigmaJoules) {
            double doubt = DEVIATIONS * sigmaJoules;
            return new Used(joules - idleJoules, Math.min(lower - idleJoules, joules - idleJoules - doubt),
                    Math.max(upper - idleJoules, joules - idleJoules + doubt), idleJoules);
        }

        /** Limits the bounds: no device draws less than idle or more than its limit for long. */
        Used within(Window window) {
            return new Used(joules, Math.max(lower, window.leastJoules(window.seconds, joules)),
                    Math.min(upper, window.mostJoules(window.seconds, joules)), idle);
        }
    }

    /** The cost of all queries together. */
    final class Cost {
        private final Used used;
        private final double wattsWithout;
        private final double eachBeside;
        private final double chance;
        private final Window window;
        private final Optional<BlockShares> blocks;

        private Cost(Used used, Window window) {
            this.used = used;
            this.window = window;
            // The unknown shares sum to at most the rest that the known ones leave.
            double left = (used.joules + used.idle - all(Sum.JOULES)) / all(Sum.SECONDS_WITHOUT);
            wattsWithout = left > 0 ? Math.min(meanWatts(used.joules), left) : meanWatts(used.joules);
            eachBeside = (used.joules - all(Sum.JOULES) - all(Sum.SECONDS_WITHOUT) * wattsWithout) / all(Sum.QUERIES);
            double variance = unsureVariance
                    + squaredSecondsWithout * wattsWithout * wattsWithout * VARIANCE_OF_EVEN * SQUARE_OF_TWICE;
            chance = DEVIATIONS * Math.sqrt(variance);
            blocks = blocks(used, window, wattsWithout);
        }

        /** Returns the joules of a query; empty without queries. */
        Optional<Estimate> perQuery() {
            return over(Sum.QUERIES, true);
        }

        /** Returns the joules of a token of an answer; empty without tokens. */
        Optional<Estimate> perToken() {
            return over(Sum.TOKENS, true);
        }

        private Optional<Estimate> over(Sum below, boolean resolved) {
            double divisor = all(below);
            if (!(divisor > 0)) {
                return Optional.empty();
            }
            OptionalDouble half = half(known -> known.ofCost(below), group -> ofCost(group, below),
                    group -> ofCost(group, below));
            Estimate cost = costs(used.joules / divisor, drawn -> joules(drawn) / sum(drawn, below),
                    group -> ofCost(group, below), half, resolved);
            return Optional.of(half.isPresent() ? held(cost, below) : cost);
        }

        /**
         * Limits the interval of a cost per query or token by the maximum power over its longest time and the minimum
         * power over its shortest time.
         */
        private Estimate held(Estimate cost, Sum below) {
            double time = window.seconds / all(below);
            double[] groups = moves(group -> share(group, Sum.SECONDS) - share(group, below));
            double chance = blocks.map(known -> known.chance().of(known.ofTime(below), groups, groups)).orElse(0.0);
            return held(cost, Math.max(0, 1 - chance) * time, (1 + chance) * time);
        }

        private Estimate held(Estimate cost, double leastSeconds, double mostSeconds) {
            Interval interval = cost.interval();
            return new Estimate(cost.value(),
                    new Interval(Math.max(interval.low(), window.leastJoules(leastSeconds, cost.value())),
                            Math.min(interval.high(), window.mostJoules(mostSeconds, cost.value())), LEVEL));
        }

        /**
         * Returns the mean watts over some time. They vary as the devices' power does or, where that is unknown, as the
         * queries' own power does.
         */
        Optional<Estimate> watts(double measuredSeconds) {
            if (!(measuredSeconds > 0)) {
                return Optional.empty();
            }
            return Optional.of(held(watts(used.joules / measuredSeconds, true), 1, 1));
        }

        /**
         * Returns accuracy over joules per query; empty if nothing was scored, no joules were used or no model was
         * called.
         */
        Optional<Estimate> perJoule() {
            return over(Sum.QUERIES, false).flatMap(cost -> rightOver(cost,
                    drawn -> joules(drawn) / sum(drawn, Sum.QUERIES), group -> ofCost(group, Sum.QUERIES),
                    half(known -> BlockShares.difference(known.ofRight(), known.ofCost(Sum.QUERIES)),
                            group -> ofRight(group) - ofCost(group, Sum.QUERIES),
                            group -> ofRight(group) - ofCost(group, Sum.QUERIES))));
        }

        /** Returns accuracy over mean watts; empty as for {@code perJoule}. */
        Optional<Estimate> perWatt(double measuredSeconds) {
            double mean = used.joules / measuredSeconds;
            return measuredSeconds > 0
                    ? rightOver(watts(mean, false), drawn -> mean * relativeWatts(drawn), this::ofWatts,
                            half(known -> BlockShares.difference(known.ofRight(), known.ofWatts()),
                                    DrawnQueries.this::ofRight,
                                    group -> ofRight(group) - ofWatts(group)))
                    : Optional.empty();
        }

        private Estimate watts(double mean, boolean resolved) {
            OptionalDouble half = isByTime(this::ofWatts)
                    ? OptionalDouble.of(blocks.orElseThrow().chance().ofWatts(moves(this::ofWatts)))
                    : OptionalDouble.empty();
            // The joules charged to the queries carry no information then.
            return costs(mean, drawn -> half.isPresent() ? mean : mean * relativeWatts(drawn), this::ofWatts, half,
                    resolved);
        }

        /**
         * Returns the half width of an interval, as a share of the figure, by blocks of time.
         *
         * @param ofBlocks the effect of blocks on the figure
         * @param own      the effect of a group, without the part that only blocks show
         * @param of       the effect of a group, as far as its share of the joules shows it
         */
        private OptionalDouble half(Function<BlockShares, double[]> ofBlocks, IntToDoubleFunction own,
                IntToDoubleFunction of) {
            return isByTime(of)
                    ? OptionalDouble.of(blocks.orElseThrow().chance().of(ofBlocks.apply(blocks.get()), moves(own),
                            moves(of)))
                    : OptionalDouble.empty();
        }

        /**
         * Returns whether the chance must be taken from blocks of time: queries that overlapped, that lack a share or
         * that look dependent do not show the chance on their own.
         */
        private boolean isByTime(IntToDoubleFunction influence) {
            return blocks.isPresent() && (overlaps() || chance > 0 || dependence(influence).isAny());
        }

        private Estimate costs(double value, IntToDoubleFunction cost, IntToDoubleFunction influence,
                OptionalDouble half, boolean resolved) {
            Interval drawn = value != 0 && groups > 0
                    ? drawn(value, cost, influence, Dependence.none(groups), half)
                    : new Interval(value, value, LEVEL);
            double unsure = used.joules > 0 && half.isEmpty() ? value * chance / used.joules : 0;
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

        private Optional<Estimate> rightOver(Estimate cost, IntToDoubleFunction drawnCost,
                IntToDoubleFunction ofCost, OptionalDouble half) {
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
                            group -> ofRight(group) - ofCost.applyAsDouble(group),
                            answers.dependence(), half);
            double unsure = half.isEmpty() ? chance / used.joules : 0;
            double least = Math.min(drawn.low(), value);
            double most = Math.max(drawn.high(), value);
            double low = Math.max(0, value - Math.hypot(value - least, value * unsure));
            double high = value + Math.hypot(most - value, most * unsure);
            return Optional.of(new Estimate(value, new Interval(low * used.joules / used.upper,
                    used.lower > 0 ? high * used.joules / used.lower : Double.POSITIVE_INFINITY, LEVEL)));
        }

        /**
         * Divides accuracy by a cost where no resample shows how accuracy varies: the bounds of Wilson's interval over
         * those of the cost, the lower by the higher and vice versa. Independent errors seldom are both at their
         * limits, so the interval is wide rather than narrow.
         */
        private static Interval wilsonOver(Interval accuracy, Interval costs) {
            return new Interval(accuracy.low() / costs.high(),
                    costs.low() > 0 ? accuracy.high() / costs.low() : Double.POSITIVE_INFINITY, LEVEL);
        }

        /** Returns the effect of a group on a cost, as a share of it. */
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

        private double joules(int drawn) {
            return own(drawn) + eachBeside * sum(drawn, Sum.QUERIES);
        }

        private double own(int drawn) {
            return sum(drawn, Sum.JOULES) + wattsWithout * sum(drawn, Sum.SECONDS_WITHOUT);
        }

        /** Returns the mean watts of the drawn queries, relative to those of all; 1 where they have none. */
        private double relativeWatts(int drawn) {
            double mean = (all(Sum.JOULES) + wattsWithout * all(Sum.SECONDS_WITHOUT)) / all(Sum.SECONDS);
            return orElse(positive(own(drawn)) / sum(drawn, Sum.SECONDS) / mean, 1);
        }
    }

    private boolean overlaps() {
        return isShared || (overTime != null && overTime.areOverlapping());
    }

    /**
     * Returns the shares of blocks of time; empty where the joules of the blocks are unknown and no queries overlapped.
     */
    private Optional<BlockShares> blocks(Used used, Window window, double wattsWithout) {
        SpreadSums spread = overTime;
        boolean isKnown = window.blocks.size() == TimeChance.BLOCKS;
        if (spread == null || !(used.joules > 0) || !(window.seconds > 0) || !(isKnown || overlaps())) {
            return Optional.empty();
        }
        double first = spread.firstNanos();
        double nanos = (double) spread.lastNanos() - first;
        if (!spread.canSeparate(Math.min(nanos, window.seconds * 1e9) / TimeChance.BLOCKS)) {
            return Optional.empty();
        }
        double[][] shares = new double[all.length][TimeChance.BLOCKS];
        double[] ending = new double[TimeChance.BLOCKS];
        double[] joules = new double[TimeChance.BLOCKS];
        for (int block = 0; block < TimeChance.BLOCKS; block++) {
            double start = isKnown ? window.blocks.get(block).startNanos() : first + nanos * block / TimeChance.BLOCKS;
            double end = isKnown
                    ? window.blocks.get(block).endNanos()
                    : first + nanos * (block + 1) / TimeChance.BLOCKS;
            ending[block] = spread.endingSeconds(start, end);
            for (int sum = 0; sum < shares.length; sum++) {
                shares[sum][block] = spread.between(sum, start, end);
            }
            joules[block] = isKnown
                    ? window.blocks.get(block).joules()
                    : shares[Sum.JOULES.ordinal()][block] + wattsWithout * shares[Sum.SECONDS_WITHOUT.ordinal()][block];
        }
        // The joules of blocks include idle power; those of queries exclude the joules used beside them.
        double before = Arrays.stream(joules).sum();
        double scale = isKnown ? (used.joules + used.idle) / before : 1;
        double beside = (used.joules - scale * before) / TimeChance.BLOCKS;
        Arrays.setAll(joules, block -> (scale * joules[block] + beside) / used.joules);
        for (double[] some : shares) {
            double sum = Arrays.stream(some).sum();
            Arrays.setAll(some, block -> sum > 0 ? some[block] / sum : 1.0 / TimeChance.BLOCKS);
        }
        return Arrays.stream(joules).allMatch(Double::isFinite)
                ? Optional.of(new BlockShares(joules, shares,
                        new TimeChance(BlockShares.difference(joules, BlockShares.evenly()), ending,
                                moves(group -> sums[Sum.SECONDS.ordinal()][group] / sums[Sum.QUERIES.ordinal()][group]),
                                typicalSeconds(), window.seconds)))
                : Optional.empty();
    }

    /**
     * Returns the time of the query that is in flight at a random moment: among a few long and many short queries it is
     * that of the long ones.
     */
    private double typicalSeconds() {
        return IntStream.range(0, groups).mapToDouble(group -> share(group, Sum.SECONDS)
                * sums[Sum.SECONDS.ordinal()][group] / sums[Sum.QUERIES.ordinal()][group]).sum();
    }

    private double[] moves(IntToDoubleFunction influence) {
        return IntStream.range(0, groups).mapToDouble(influence).toArray();
    }

    private double ofRight(int group) {
        return share(group, Sum.RIGHT) - share(group, Sum.SCORED);
    }

    /**
     * Resamples a figure and widens its interval by the dependence of the groups, or by the known dependence if that is
     * greater. Where the half width is known, only the ratio of the two sides comes from the resamples. A draw with a
     * divisor of zero is omitted; if more draws are omitted than the upper tail holds, the interval has no upper bound.
     */
    private Interval drawn(double value, IntToDoubleFunction figure, IntToDoubleFunction influence,
            Dependence known, OptionalDouble half) {
        double[] figures = IntStream.range(0, resampled()[0].length).mapToDouble(figure).toArray();
        Interval drawn = Bootstrap.interval(figures, LEVEL);
        long omitted = Arrays.stream(figures).filter(one -> !Double.isFinite(one)).count();
        double below = Math.max(0, value - drawn.low());
        double above = omitted > figures.length * (1 - LEVEL) / 2
                ? Double.POSITIVE_INFINITY
                : Math.max(0, drawn.high() - value);
        if (half.isPresent()) {
            double width = 2 * Math.abs(value) * half.getAsDouble() * known.wideningFactor(LEVEL);
            double part = Double.isFinite(above) && below + above > 0 ? below / (below + above) : 0.5;
            double side = Math.clamp(part, 1 - MAX_ON_A_SIDE, MAX_ON_A_SIDE);
            return new Interval(value - side * width,
                    Double.isFinite(above) ? value + (1 - side) * width : above, LEVEL);
        }
        double factor = dependence(influence).orStronger(known).wideningFactor(LEVEL);
        return new Interval(value - factor * below, value + factor * above, LEVEL);
    }

    private Dependence dependence(IntToDoubleFunction influence) {
        double[] influences = moves(influence);
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

    /** Returns NaN unless the sum is positive: net joules may be below zero, and such a draw is omitted. */
    private static double positive(double sum) {
        return sum > 0 ? sum : Double.NaN;
    }

    private double sum(int drawn, Sum of) {
        return resampled()[of.ordinal()][drawn];
    }

    private double[][] resampled() {
        if (resampled == null) {
            resampled = Bootstrap.sums(groups, sums);
        }
        return resampled;
    }

    /** Releases the resamples, where no further figure of these queries is expected. */
    void forgetResamples() {
        resampled = null;
    }
}
