package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FailureRule.Judgement;
import dev.ipw.analysis.statistics.MannWhitney;
import dev.ipw.analysis.statistics.WilcoxonSignedRank;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.testing.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Two runs of one thing must not be told apart because their queries follow those before them. */
@Tag("statistical")
class DependentQueriesTests {
    /** What single runs tell of; it goes with the times here. */
    private static final ComparedDimension LENGTH = ComparedDimension.of(Dimension.OUTPUT_TOKENS);
    private static final ComparedDimension ACCURACY = ComparedDimension.ACCURACY;
    private static final int TRIALS = Draws.of(24, 120);
    /** Tests of independent values take next to no time. */
    private static final int PLAIN_TRIALS = 1_000;
    private static final int QUERIES = 120;
    /** So many of the trials conclude something at a chance of 7.5 percent each. */
    private static final int MAX_FALSE = Draws.maxHits(TRIALS, 0.075);

    private static MadeRun run(String name, double[] times, double[] answers, boolean ofOwnQuestions) {
        return MadeRun.of(name, times.length, number -> {
            MadeRun.Query query = MadeRun.Query.of(number, Math.exp(0.3 * times[number])).rightIf(answers[number] > 0);
            return ofOwnQuestions ? query.withId(name + number) : query;
        }).writing();
    }

    private static RunComparison compare(MadeRun first, MadeRun second, ComparedDimension... dimensions) {
        return Comparison.of(List.of(first, second), List.of(dimensions)).runs().getFirst();
    }

    private static boolean isConcluded(DimensionComparison one) {
        return one.outcome() == Outcome.HIGHER || one.outcome() == Outcome.LOWER;
    }

    private static boolean isApart(Interval interval) {
        return interval.low() > 0 || interval.high() < 0;
    }

    /** Ask as before: what tests of independent values say. */
    private static boolean isConcludedOfIndependent(double[] first, double[] second, boolean paired) {
        double[] differences = new double[first.length];
        Arrays.setAll(differences, index -> Math.exp(0.3 * second[index]) - Math.exp(0.3 * first[index]));
        return (paired
                ? WilcoxonSignedRank.test(differences, Dependence.none(differences.length))
                : MannWhitney.test(first, second)).pValue() < 0.05;
    }

    @ParameterizedTest
    @CsvSource({"0.3, false, 0.1", "0.6, true, 0.25", "0.9, false, 0.5", "0.9, true, 0.5", "drift, false, 0.5"})
    void findsNothingWhereThereIsNothing(String correlation, boolean paired, double asIndependent) {
        SplittableRandom random = new SplittableRandom(17);
        boolean drifts = correlation.equals("drift");
        double memory = drifts ? 0.6 : Double.parseDouble(correlation);
        Function<SplittableRandom, double[]> series = drifts
                ? source -> FollowingQueries.drifting(source, QUERIES)
                : source -> FollowingQueries.fading(source, QUERIES, memory);
        int median = 0;
        int tail = 0;
        int accuracy = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] first = series.apply(random);
            double[] second = series.apply(random);
            MadeRun one = run("a", first, FollowingQueries.fading(random, QUERIES, memory), false);
            MadeRun other = run("b", second, FollowingQueries.fading(random, QUERIES, memory), !paired);
            DimensionComparison total = compare(one, other, LENGTH).dimensions().getFirst();
            median += isConcluded(total) ? 1 : 0;
            tail += isApart(total.statistic("p90").orElseThrow().difference().interval()) ? 1 : 0;
            accuracy += isConcluded(compare(one, other, ACCURACY).dimensions().getFirst()) ? 1 : 0;
        }
        assertThat(median).as("medians").isLessThanOrEqualTo(MAX_FALSE);
        assertThat(tail).as("p90").isLessThanOrEqualTo(MAX_FALSE);
        assertThat(accuracy).as("accuracy").isLessThanOrEqualTo(MAX_FALSE);
        long before = IntStream.range(0, PLAIN_TRIALS)
                .filter(trial -> isConcludedOfIndependent(series.apply(random), series.apply(random), paired)).count();
        assertThat(before).as("as for independent values")
                .isGreaterThanOrEqualTo(Draws.minHits(PLAIN_TRIALS, asIndependent));
    }

    @Test
    void stillFindsADifferenceThatIsLargeBesideTheMemory() {
        SplittableRandom random = new SplittableRandom(3);
        double[] faster = FollowingQueries.fading(random, 1000, 0.6);
        double[] slower = Arrays.stream(FollowingQueries.fading(random, 1000, 0.6)).map(one -> one + 1).toArray();

        DimensionComparison total = compare(run("a", faster, faster, false), run("b", slower, slower, true), LENGTH)
                .dimensions().getFirst();

        assertThat(total.outcome()).isEqualTo(Outcome.HIGHER);
        assertThat(total.widening().orElseThrow().firstQueries()).isBetween(150.0, 400.0);
    }

    @Test
    void saysByHowMuchItWidened() {
        SplittableRandom random = new SplittableRandom(5);
        double[] series = FollowingQueries.fading(random, 400, 0.9);
        double[] other = FollowingQueries.fading(random, 400, 0);
        Comparison comparison = Comparison.of(
                List.of(run("a", series, series, false), run("b", other, other, true)), List.of(LENGTH));

        DimensionComparison total = comparison.runs().getFirst().dimensions().getFirst();

        assertThat(total.widening().orElseThrow().factor()).isGreaterThan(2);
        assertThat(total.method()).contains("; intervals widened ", " times and tests by effective sizes of ");
        assertThat(total.tests()).extracting(test -> test.method()).containsOnly("effective size");
        assertThat(comparison.toJson()).contains("\"widening\"", "\"first_queries\"");
        assertThat(comparison.runs().getFirst().warnings()).anyMatch(one -> one.matches(
                "output_tokens: queries follow those before them, in a: 400 are worth \\d+ independent ones, so intervals"
                        + " are [\\d.]+ times as wide as those of independent queries, and the test allows for it"));
    }

    @Test
    void leavesIndependentQueriesAsTheyAre() {
        SplittableRandom random = new SplittableRandom(2);
        double[] first = FollowingQueries.fading(random, 200, 0);
        double[] second = FollowingQueries.fading(random, 200, 0);

        DimensionComparison total = compare(run("a", first, first, false), run("b", second, second, true), LENGTH)
                .dimensions().getFirst();

        assertThat(total.widening()).isEmpty();
        assertThat(total.method()).doesNotContain("widened");
        assertThat(total.tests().getFirst().pValue())
                .isEqualTo(MannWhitney.test(Arrays.stream(first).map(one -> Math.exp(0.3 * one)).toArray(),
                        Arrays.stream(second).map(one -> Math.exp(0.3 * one)).toArray()).pValue());
    }

    @Test
    void leavesItUnclearWhereFewIndependentQueriesAreLeft() {
        double[] rising = new double[60];
        Arrays.setAll(rising, index -> index / 30.0);
        double[] higher = Arrays.stream(rising).map(one -> one + 5).toArray();

        RunComparison run = compare(run("a", rising, rising, false), run("b", higher, higher, true), LENGTH);

        DimensionComparison total = run.dimensions().getFirst();
        assertThat(total.outcome()).isNotIn(Outcome.HIGHER, Outcome.LOWER);
        assertThat(FailureRule.parse("output_tokens > +5%").judge(run).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    }

    @Test
    void seesWhatFollowsInTheOrderOfTheOtherRun() {
        SplittableRandom random = new SplittableRandom(9);
        int queries = 300;
        double[] slow = FollowingQueries.fading(random, queries, 0.9);
        double[] plain = FollowingQueries.fading(random, queries, 0);
        MadeRun first = run("a", plain, plain, false);
        MadeRun second = MadeRun.of("b", queries,
                number -> MadeRun.Query.of(number * 7 % queries, Math.exp(0.3 * slow[number]))).writing();

        assertThat(compare(first, second, LENGTH).dimensions().getFirst().widening().orElseThrow().factor())
                .isGreaterThan(1.2);
    }
}
