package dev.ipw.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Bootstrap;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Gather the queries of one run into its efficiency. The intervals are drawn from groups of neighbouring queries: of one
 * query each up to {@value #MOST_GROUPS} of them, of as many more as it takes beyond that, so that neither memory nor time
 * grow without bounds. Neighbours that are alike, as in a machine that warms up, widen such an interval as they should.
 */
final class EfficiencyGatherer {
    static final int MOST_GROUPS = 16_384;
    private static final double LEVEL = 0.95;

    private final double[] queries = new double[MOST_GROUPS];
    private final double[] right = new double[MOST_GROUPS];
    private final double[] joules = new double[MOST_GROUPS];
    private final double[] seconds = new double[MOST_GROUPS];
    private int groups;
    private int groupSize = 1;
    private long metered;
    private double meteredRight;
    private double meteredJoules;
    private double meteredSeconds;
    private Optional<String> whyWithout = Optional.empty();
    private Provenance provenance = Provenance.MEASURED;
    private Optional<Provenance> unscoredProvenance = Optional.empty();
    private long correct;
    private long incorrect;
    private long failed;
    private long unscored;

    void add(ProfilingRecord record) {
        failed += record.hasFailed() ? 1 : 0;
        EnergyReading headline = record.metrics().energy().headline();
        Optional<Boolean> isRight = record.isCorrect();
        if (isRight.isEmpty()) {
            unscored++;
            unscoredProvenance = headline.isComplete()
                    ? unscoredProvenance.map(headline.provenance()::weaker).or(() -> Optional.of(headline.provenance()))
                    : unscoredProvenance;
            return;
        }
        correct += isRight.get() ? 1 : 0;
        incorrect += isRight.get() ? 0 : 1;
        if (headline.isComplete()) {
            add(isRight.get() ? 1 : 0, headline.joules().orElseThrow(), record.metrics().latency().totalSeconds());
            provenance = provenance.weaker(headline.provenance());
        } else if (whyWithout.isEmpty()) {
            whyWithout = headline.reason()
                    .or(() -> Optional.of("the sensor did not cover the whole query: " + headline.source()));
        }
    }

    private void add(double isRight, double usedJoules, double tookSeconds) {
        metered++;
        meteredRight += isRight;
        meteredJoules += usedJoules;
        meteredSeconds += tookSeconds;
        if (groups == 0 || queries[groups - 1] == groupSize) {
            if (groups == MOST_GROUPS) {
                joinNeighbours();
            }
            groups++;
        }
        int group = groups - 1;
        queries[group]++;
        right[group] += isRight;
        joules[group] += usedJoules;
        seconds[group] += tookSeconds;
    }

    private void joinNeighbours() {
        groups /= 2;
        groupSize *= 2;
        for (double[] sums : new double[][]{queries, right, joules, seconds}) {
            for (int group = 0; group < groups; group++) {
                sums[group] = sums[2 * group] + sums[2 * group + 1];
            }
            Arrays.fill(sums, groups, MOST_GROUPS, 0);
        }
    }

    Efficiency finish(RunTotals totals) {
        EnergyReading device = totals.deviceEnergy();
        OptionalDouble watts = totals.averageWatts();
        boolean known = metered > 0;
        // Where nothing was to be judged, the joules of the queries are known all the same.
        boolean unjudged = correct + incorrect == 0 && unscoredProvenance.isPresent();
        String source = known || unjudged
                ? device.source()
                : whyWithout.or(device::reason).orElse("no query was scored");
        return new Efficiency(correct, incorrect, failed, unscored, accuracy(), perJoule(), perWatt(watts),
                known ? OptionalDouble.of(meteredJoules / metered) : OptionalDouble.empty(), watts, metered,
                totals.headlineScope(),
                known ? provenance : unjudged ? unscoredProvenance.get() : Provenance.UNAVAILABLE, source);
    }

    private Optional<Estimate> accuracy() {
        if (correct + incorrect == 0) {
            return Optional.empty();
        }
        Proportion proportion = new Proportion(correct, correct + incorrect);
        return Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL)));
    }

    private Optional<Estimate> perJoule() {
        if (meteredJoules <= 0) {
            return Optional.empty();
        }
        Interval interval = allAlike()
                ? wilson().dividedBy(meteredJoules / metered)
                : Bootstrap.interval(groups, drawn -> sum(drawn, right) / sum(drawn, joules), LEVEL);
        return Optional.of(new Estimate(meteredRight / meteredJoules, interval));
    }

    private Optional<Estimate> perWatt(OptionalDouble watts) {
        if (watts.isEmpty() || watts.getAsDouble() <= 0) {
            return Optional.empty();
        }
        return accuracy().map(known -> new Estimate(known.value(), resampled(known)).dividedBy(watts.getAsDouble()));
    }

    /** Let accuracy and watts vary together, as the queries are drawn, where every scored query has both. */
    private Interval resampled(Estimate accuracy) {
        if (allAlike() || metered < correct + incorrect || meteredJoules <= 0 || meteredSeconds <= 0) {
            return accuracy.interval();
        }
        double meanWatts = meteredJoules / meteredSeconds;
        return Bootstrap.interval(groups, drawn -> sum(drawn, right) / sum(drawn, queries) * meanWatts
                / (sum(drawn, joules) / sum(drawn, seconds)), LEVEL);
    }

    /** With only right or only wrong answers every resample counts the same, and only Wilson's interval says something. */
    private boolean allAlike() {
        return meteredRight == 0 || meteredRight == metered;
    }

    private Interval wilson() {
        return new Proportion(Math.round(meteredRight), metered).wilson(LEVEL);
    }

    private static double sum(int[] drawn, double[] sums) {
        double sum = 0;
        for (int group : drawn) {
            sum += sums[group];
        }
        return sum;
    }
}
