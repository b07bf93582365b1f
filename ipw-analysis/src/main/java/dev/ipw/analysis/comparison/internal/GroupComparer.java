package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.error.ConfigurationException;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.StudentInterval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison of two configurations of several runs each, with the run as the unit. For runs in turn each block is one
 * run of both, and the compared figure is the difference within a block, so that the machine's changes between blocks
 * are in the interval and not in the difference. For repeated runs it is the difference of the means.
 */
final class GroupComparer {
    private static final int MIN = 2;
    private static final int START = 4;
    private static final List<String> NAMES = List.of("median", "p90", "p99");
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};

    private final List<RunColumns> first;
    private final List<RunColumns> second;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    private final RunGroups groups;

    private GroupComparer(List<RunColumns> first, List<RunColumns> second, RunGroups groups) {
        this.first = first;
        this.second = second;
        this.groups = groups;
    }

    /** Throws if the number of runs does not form blocks. */
    static void requireBlocks(int runs) {
        if (runs % 2 != 0 || runs / 2 < MIN) {
            throw new ConfigurationException("Runs to compare in blocks alternate, A B A B ..., and there are at least "
                    + MIN + " blocks; " + runs + " runs are given. Give an even number of runs, at least 4");
        }
    }

    /** Throws if a configuration was not repeated. */
    static void requireRepeats(int runs) {
        if (runs < MIN) {
            throw new ConfigurationException(
                    "A configuration has at least " + MIN + " runs to compare repeated runs; "
                            + runs + " is given. Repeat it; five are a start");
        }
    }

    /** Compares runs in turn, and keeps no column afterwards. */
    static PairFindings ofBlocks(List<RunColumns> runs, List<ComparedDimension> dimensions) {
        return new GroupComparer(everySecond(runs, 0), everySecond(runs, 1), new RunGroups(runs.size() / 2, 0))
                .compare(runs, dimensions);
    }

    private static List<RunColumns> everySecond(List<RunColumns> runs, int from) {
        return IntStream.range(0, runs.size()).filter(run -> run % 2 == from).mapToObj(runs::get).toList();
    }

    /** Compares repeated runs, and keeps no column afterwards. */
    static PairFindings ofRepeats(List<RunColumns> first, List<RunColumns> second,
            List<ComparedDimension> dimensions) {
        return new GroupComparer(first, second, new RunGroups(0, Math.min(first.size(), second.size())))
                .compare(Stream.concat(first.stream(), second.stream()).toList(), dimensions);
    }

    private PairFindings compare(List<RunColumns> runs, List<ComparedDimension> dimensions) {
        requireOneConfiguration(first);
        requireOneConfiguration(second);
        dimensions.forEach(this::compare);
        List<String> warnings = new ArrayList<>(Comparability.warnings(first.getFirst(), second.getFirst()));
        addOrder(runs, warnings);
        Trust times = runs.stream().map(RunColumns::times).reduce(Trust.VALID, Trust::worse);
        runs.stream().filter(run -> run != first.getFirst() && run != second.getFirst() && run.times() != Trust.VALID)
                .forEach(run -> warnings.add("The times of " + run.name() + " are " + run.times()));
        return new PairFindings(name(first, second), name(second, first), 0, groups, findings, absent, warnings, times,
                runs.stream().anyMatch(RunColumns::hasShares),
                runs.stream().anyMatch(RunColumns::repeatsQuestions), PairFindings.tooLittle(dimensions, runs));
    }

    /** Returns the name of repeated runs: their common folder, if they have one. */
    private String name(List<RunColumns> runs, List<RunColumns> others) {
        Optional<Path> folder = Optional.ofNullable(runs.getFirst().path().toAbsolutePath().getParent());
        if (groups.blocks() == 0 && folder.filter(one -> runs.stream().allMatch(run -> isIn(one, run))
                && others.stream().noneMatch(run -> isIn(one, run))).isPresent()) {
            return String.valueOf(folder.get().getFileName());
        }
        return runs.getFirst().name() + " and " + (runs.size() - 1) + " more";
    }

    private static boolean isIn(Path folder, RunColumns run) {
        return folder.equals(run.path().toAbsolutePath().getParent());
    }

    private void requireOneConfiguration(List<RunColumns> runs) {
        for (RunColumns run : runs) {
            List<String> differences = Comparability.ofConfiguration(runs.getFirst(), run);
            if (!differences.isEmpty()) {
                throw new ConfigurationException(runs.getFirst().name() + " and " + run.name()
                        + " are to be runs of one configuration, but they are not. " + differences.getFirst()
                        + (groups.blocks() > 0 ? ". Give runs in turn, A B A B ..." : ""));
            }
        }
    }

    private void addOrder(List<RunColumns> runs, List<String> warnings) {
        int fewest = Math.min(first.size(), second.size());
        if (groups.blocks() == 0) {
            if (fewest < START) {
                warnings.add(fewest + " runs tell little of what varies between runs; 5 of each are a start, and runs "
                        + "in turn tell smaller differences");
            }
            return;
        }
        boolean inTurn = IntStream.range(1, runs.size()).allMatch(run -> !runs.get(run).summary().startTime()
                .isBefore(runs.get(run - 1).summary().startTime()));
        if (!inTurn) {
            warnings.add(
                    "The runs were not made in the order in which they are given, so a drift of the machine does not "
                            + "cancel. Give them in the order of their time, A B A B ...");
        }
        if (fewest < START) {
            warnings.add(fewest + " blocks tell little of what varies between blocks; 4 are a start");
        }
    }

    private RunDifference difference(double[] ours, double[] theirs, Interval least) {
        return groups.blocks() > 0
                ? new BlockDifference(ours, theirs, least)
                : new RepeatDifference(ours, theirs, places(first), places(second), least);
    }

    /** Returns the places of some runs among all, by their starts. */
    private double[] places(List<RunColumns> some) {
        List<RunColumns> inTime = Stream.of(first, second).flatMap(List::stream)
                .sorted(Comparator.comparing(run -> run.summary().startTime())).toList();
        return some.stream().mapToDouble(inTime::indexOf).toArray();
    }

    private void compare(ComparedDimension dimension) {
        List<StatisticComparison> statistics = new ArrayList<>();
        Optional<RunDifference> main = Optional.empty();
        Optional<Finding> questions = ofQuestions(dimension);
        for (int index = 0; index < NAMES.size() && (index == 0 || dimension.perQuery().isPresent()); index++) {
            double probability = PROBABILITIES[index];
            double[] ours = figures(first, dimension, probability);
            double[] theirs = figures(second, dimension, probability);
            if (Stream.of(ours, theirs).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite)) {
                RunDifference difference = difference(ours, theirs, questions
                        .map(one -> least(one, ours, theirs)).orElse(RunDifference.NOTHING));
                main = main.or(() -> Optional.of(difference));
                statistics.add(statistic(dimension.perQuery().isPresent() ? NAMES.get(index) : "value", difference));
            }
        }
        if (main.isEmpty()) {
            absent.add(dimension.label() + ": not every run has it" + why(dimension));
            return;
        }
        findings.add(new Finding(dimension, false, counts(first, dimension), counts(second, dimension), statistics,
                Optional.empty(), tests(main.get(), questions.filter(one -> one.dimension().equals(dimension))),
                Optional.empty(),
                (groups.blocks() > 0
                        ? "mean of the differences of " + first.size()
                                + " blocks, Student's t, a steady drift taken out"
                        : "difference of the means of " + first.size() + " and " + second.size()
                                + " runs, Student's t, with and without a steady drift")
                        + questions.map(one -> "; not narrower than chance among the questions").orElse(""),
                main.get().isAllTheSame(), Optional.empty()));
    }

    /**
     * Compares the answers of the first run of each configuration, question by question; empty for a figure that counts
     * no answers.
     */
    private Optional<Finding> ofQuestions(ComparedDimension dimension) {
        if (!dimension.isAccuracy() && !dimension.countsAnswers()) {
            return Optional.empty();
        }
        return PairComparer.compare(first.getFirst(), second.getFirst(), List.of(ComparedDimension.ACCURACY)).findings()
                .stream().findFirst();
    }

    /**
     * Returns the reach of the chance among the questions; that of accuracy is scaled to the figure derived from it.
     */
    private static Interval least(Finding questions, double[] ours, double[] theirs) {
        StatisticComparison main = questions.statistics().getFirst();
        Estimate difference = main.difference();
        double right = main.first().estimate().value() + main.second().estimate().value();
        double scale = right > 0 ? (ours[0] + theirs[0]) / right : 1;
        return new Interval(scale * (difference.value() - difference.interval().low()),
                scale * (difference.interval().high() - difference.value()), Finding.LEVEL);
    }

    /**
     * Returns the tests. The larger probability decides: of chance between runs, or among the questions that all runs
     * ask.
     */
    private static List<TestResult> tests(RunDifference runs, Optional<Finding> questions) {
        return Stream.concat(runs.tested().stream(), questions.stream().flatMap(one -> one.tests().stream()))
                .sorted(Comparator.comparingDouble(TestResult::pValue).reversed()).toList();
    }

    private String why(ComparedDimension dimension) {
        return dimension.needsJoulesOfRun()
                ? Stream.of(first, second).flatMap(List::stream)
                        .flatMap(
                                run -> run.efficiency().whyNoHeadline().map(why -> " (" + run.name() + ": " + why + ")")
                                        .stream())
                        .findFirst().orElse("")
                : "";
    }

    private static StatisticComparison statistic(String name, RunDifference difference) {
        return new StatisticComparison(name, value(difference.first()), value(difference.second()),
                difference.absolute(), difference.relative().map(QuantileDifference::aboveMinusOne));
    }

    private static ComparedValue value(double[] figures) {
        return new ComparedValue(QuantileDifference.atLeast(StudentInterval.ofMean(figures, Finding.LEVEL), 0),
                Optional.empty());
    }

    private static double[] figures(List<RunColumns> runs, ComparedDimension dimension, double probability) {
        return runs.stream().mapToDouble(run -> figure(run, dimension, probability).orElse(Double.NaN)).toArray();
    }

    private static OptionalDouble figure(RunColumns run, ComparedDimension dimension, double probability) {
        if (dimension.perQuery().isEmpty()) {
            return RunHeadline.of(run, dimension.ofRun()).stream().mapToDouble(known -> known.figure().value())
                    .findFirst();
        }
        double[] used = used(run, dimension, dimension.perQuery().get());
        boolean isThere = used.length > 0
                && (probability == PROBABILITIES[0] || Quantiles.reaches(used.length, probability));
        return isThere ? OptionalDouble.of(Quantiles.of(used, probability)) : OptionalDouble.empty();
    }

    private static double[] used(RunColumns run, ComparedDimension dimension, Dimension perQuery) {
        return Arrays.stream(run.figures(perQuery))
                .filter(figure -> !Double.isNaN(figure) && !(dimension.leavesZerosOut() && figure == 0)).toArray();
    }

    private static SampleCounts counts(List<RunColumns> runs, ComparedDimension dimension) {
        long all = runs.stream().mapToLong(RunColumns::rows).sum();
        long used = runs.stream().mapToLong(run -> dimension.perQuery()
                .map(perQuery -> (long) used(run, dimension, perQuery).length).orElse((long) run.rows())).sum();
        return new SampleCounts(used, all - used, 0, 0);
    }
}
