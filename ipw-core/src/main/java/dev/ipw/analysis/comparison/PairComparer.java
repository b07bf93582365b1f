package dev.ipw.analysis.comparison;

import dev.ipw.record.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Compare two runs in every dimension and gather what a reader should know. */
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
        warnings = new ArrayList<>(Comparability.warnings(first, second));
        pairing = RunPairing.of(first, second, warnings);
    }

    /** Compare, and keep nothing of the columns. */
    static PairFindings compare(RunColumns first, RunColumns second, List<ComparedDimension> dimensions) {
        PairComparer comparer = new PairComparer(first, second);
        dimensions.forEach(comparer::compare);
        comparer.warnOfSizes();
        return new PairFindings(first.name(), second.name(),
                comparer.pairing.isPaired() ? comparer.pairing.first().length : 0, 0, comparer.findings,
                comparer.absent, comparer.warnings, first.times().worse(second.times()),
                first.hasShares() || second.hasShares());
    }

    private void compare(ComparedDimension dimension) {
        Optional<Finding> finding;
        if (dimension.equals(ComparedDimension.ACCURACY)) {
            finding = accuracy();
        } else if (dimension.equals(ComparedDimension.INTELLIGENCE_PER_JOULE)) {
            finding = intelligence();
        } else {
            finding = quantity(dimension, dimension.perQuery().orElseThrow());
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

    private Optional<Finding> intelligence() {
        double[] joules = first.headlineJoules();
        double[] joulesToo = second.headlineJoules();
        ComparedSample energy = ComparedSample.of(pairing, joules, joulesToo, true);
        if (energy.smaller() == 0) {
            return Optional.empty();
        }
        ComparedSample right = ComparedSample.of(pairing, rightWhere(first, joules), rightWhere(second, joulesToo),
                false);
        warnOfOneKind(first, right.first());
        warnOfOneKind(second, right.second());
        return Optional.of(new IntelligenceComparer(right, energy, pairing.isPaired()).compare());
    }

    /** Give 1 and 0 where the query was judged, NaN elsewhere. */
    private static double[] right(RunColumns run) {
        double[] right = new double[run.rows()];
        Arrays.setAll(right, row -> run.correct()[row] < 0 ? Double.NaN : run.correct()[row]);
        return right;
    }

    /** Give right and wrong of the queries that have joules, so that both choose the same ones. */
    private static double[] rightWhere(RunColumns run, double[] joules) {
        double[] right = right(run);
        Arrays.setAll(right, row -> Double.isNaN(joules[row]) || joules[row] == 0 ? Double.NaN : right[row]);
        return right;
    }

    private String whyAbsent(ComparedDimension dimension) {
        List<String> without = new ArrayList<>();
        for (RunColumns run : List.of(first, second)) {
            if (!hasAny(run, dimension)) {
                without.add(run.name() + why(run, dimension));
            }
        }
        return without.isEmpty()
                ? "no question has it in both runs"
                : "no query of " + String.join(" and of ", without) + " has it";
    }

    private static String why(RunColumns run, ComparedDimension dimension) {
        return dimension.equals(ComparedDimension.INTELLIGENCE_PER_JOULE)
                ? run.efficiency().whyNoHeadline().map(why -> " (" + why + ")").orElse("")
                : "";
    }

    private static boolean hasAny(RunColumns run, ComparedDimension dimension) {
        double[] figures = dimension.equals(ComparedDimension.ACCURACY)
                ? right(run)
                : dimension.perQuery().map(run::figures).orElseGet(run::headlineJoules);
        return Arrays.stream(figures)
                .anyMatch(value -> !Double.isNaN(value) && !(dimension.leavesZerosOut() && value == 0));
    }

    private void warnOfZeros(ComparedDimension dimension, RunColumns run, SampleCounts counts) {
        if (counts.zeros() > 0) {
            warnings.add(dimension.label() + ": " + counts.zeros() + " queries of " + run.name()
                    + " are left out because theirs is zero, which means that nothing was seen");
        }
    }

    private void warnOfOneKind(RunColumns run, double[] right) {
        if (IntelligenceComparer.isOneSided(right)) {
            warnings.add("intelligence_per_joule: the judged answers of " + run.name()
                    + " are all right or all wrong, so the interval knows of the joules' chance only");
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
}
