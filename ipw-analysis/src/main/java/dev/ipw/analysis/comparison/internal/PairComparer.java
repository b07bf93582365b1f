package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.error.Setting;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The comparison of two runs in every dimension, with warnings that a reader should know. */
final class PairComparer {
    private static final double TRUSTED = 5;

    private final RunColumns first;
    private final RunColumns second;
    private final RunPairing pairing;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();
    private final List<String> warnings;

    private PairComparer(RunColumns first, RunColumns second) {
        this.first = first;
        this.second = second;
        warnings = new ArrayList<>();
        warnOfSample();
        warnings.addAll(Comparability.warnings(first, second));
        pairing = RunPairing.of(first, second, warnings);
    }

    /** Compares, and keeps no column afterwards. */
    static PairFindings compare(RunColumns first, RunColumns second, List<ComparedDimension> dimensions) {
        PairComparer comparer = new PairComparer(first, second);
        dimensions.forEach(comparer::compare);
        comparer.warnOfSizes();
        return new PairFindings(first.name(), second.name(),
                comparer.pairing.isPaired() ? comparer.pairing.first().length : 0, RunGroups.SINGLE, comparer.findings,
                comparer.absent, comparer.warnings, first.times().worse(second.times()),
                first.hasShares() || second.hasShares(), first.repeatsQuestions() || second.repeatsQuestions(),
                PairFindings.tooLittle(dimensions, List.of(first, second)));
    }

    private void warnOfSample() {
        long queries = first.queries() + second.queries();
        long rows = (long) first.rows() + second.rows();
        if (rows < queries) {
            warnings.add(String.format(Locale.ROOT, "A random sample of the questions is compared, %,d of %,d queries, "
                    + "because Java's heap does not hold them all: figures of queries, accuracy, intervals and tests are "
                    + "those of the sample; figures of a run as a whole are of all its queries. For all of them %s%dm",
                    rows, queries, Setting.MEMORY, Comparison.heapFor(queries)));
        }
    }

    private void compare(ComparedDimension dimension) {
        Optional<Finding> finding;
        if (dimension.isAccuracy()) {
            finding = accuracy();
        } else {
            finding = dimension.perQuery().isPresent()
                    ? quantity(dimension, dimension.perQuery().get())
                    : headline(dimension);
        }
        finding.ifPresentOrElse(findings::add, () -> absent.add(dimension.label() + ": " + whyAbsent(dimension)));
    }

    private Optional<Finding> quantity(ComparedDimension dimension, Dimension perQuery) {
        ComparedSample sample = ComparedSample.of(pairing, first.figures(perQuery), second.figures(perQuery),
                dimension.leavesZerosOut());
        if (sample.smaller() == 0) {
            return Optional.empty();
        }
        warnOfZeros(dimension, first, sample.firstCounts());
        warnOfZeros(dimension, second, sample.secondCounts());
        return Optional.of(new QuantityComparer(dimension, sample, pairing.isPaired()).compare());
    }

    private Optional<Finding> accuracy() {
        ComparedSample sample = ComparedSample.of(pairing, right(first), right(second), false);
        return sample.smaller() == 0
                ? Optional.empty()
                : Optional.of(new AccuracyComparer(sample, pairing.isPaired()).compare());
    }

    private Optional<Finding> headline(ComparedDimension dimension) {
        Optional<RunHeadline> ours = RunHeadline.of(first, dimension.ofRun());
        Optional<RunHeadline> theirs = RunHeadline.of(second, dimension.ofRun());
        if (ours.isEmpty() || theirs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(HeadlineComparer.compare(dimension, ours.get(), theirs.get(), pairing.hasAll(first, second),
                new SampleCounts(first.queries(), 0, 0, 0), new SampleCounts(second.queries(), 0, 0, 0)));
    }

    /** Returns 1 or 0 for a query with a verdict, NaN for others. */
    private static double[] right(RunColumns run) {
        double[] right = new double[run.rows()];
        Arrays.setAll(right, row -> run.correct()[row] < 0 ? Double.NaN : run.correct()[row]);
        return right;
    }

    private String whyAbsent(ComparedDimension dimension) {
        List<String> without = new ArrayList<>();
        for (RunColumns run : List.of(first, second)) {
            if (!hasAny(run, dimension)) {
                without.add(run.name() + why(run, dimension));
            }
        }
        if (dimension.perQuery().isEmpty() && !without.isEmpty()) {
            return "it is not known of " + String.join(" and of ", without);
        }
        return without.isEmpty()
                ? "no question has it in both runs"
                : "no query of " + String.join(" and of ", without) + " has it";
    }

    private static String why(RunColumns run, ComparedDimension dimension) {
        return dimension.needsJoulesOfRun()
                ? run.efficiency().whyNoHeadline().map(why -> " (" + why + ")").orElse("")
                : "";
    }

    private static boolean hasAny(RunColumns run, ComparedDimension dimension) {
        if (dimension.perQuery().isEmpty()) {
            return RunHeadline.of(run, dimension.ofRun()).isPresent();
        }
        return Arrays.stream(run.figures(dimension.perQuery().get()))
                .anyMatch(value -> !Double.isNaN(value) && !(dimension.leavesZerosOut() && value == 0));
    }

    private void warnOfZeros(ComparedDimension dimension, RunColumns run, SampleCounts counts) {
        if (counts.zeros() > 0) {
            warnings.add(dimension.label() + ": " + counts.zeros() + " queries of " + run.name()
                    + " are left out because their figure is zero, which means not observed");
        }
    }

    private void warnOfSizes() {
        long queries = findings.stream().filter(one -> one.dimension().perQuery().isPresent())
                .mapToLong(one -> Math.min(one.first().used(), one.second().used())).min().orElse(Long.MAX_VALUE);
        for (int percent : new int[]{50, 90, 99}) {
            long needed = Math.round(TRUSTED * 100 / (100 - percent));
            long fewest = percent == 50 ? 1 : 100 / (100 - percent);
            if (queries < needed && queries >= fewest) {
                warnings.add((percent == 50 ? "The median" : "p" + percent) + " rests on few queries, " + queries
                        + "; " + needed + " are needed to trust it");
            }
        }
    }

    /**
     * A comparison of a figure of two single runs as a whole. The queries of a run do not show its variation from run to
     * run, so the difference has no interval.
     */
    private static final class HeadlineComparer {
        static Finding compare(ComparedDimension dimension, RunHeadline first, RunHeadline second,
                boolean ofSharedQuestions,
                SampleCounts ours, SampleCounts theirs) {
            double before = first.figure().value();
            double difference = second.figure().value() - before;
            Optional<Estimate> relative = Optional.of(difference / before).filter(Double::isFinite)
                    .map(share -> new Estimate(share, RunHeadline.UNBOUNDED));
            StatisticComparison value = new StatisticComparison("value",
                    new ComparedValue(first.figure(), Optional.empty()),
                    new ComparedValue(second.figure(), Optional.empty()),
                    new Estimate(difference, RunHeadline.UNBOUNDED),
                    relative);
            return new Finding(dimension, ofSharedQuestions, ours, theirs, List.of(value), Optional.empty(), List.of(),
                    Optional.empty(), "the figures of two runs, without an interval", false, Optional.empty());
        }
    }
}
