package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.statistics.MannWhitney;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("statistical")
class InterleavedRunsTests {
    private static final ComparedDimension TOTAL = ComparedDimension.of(Dimension.TOTAL_TIME);
    private static final int QUERIES = 40;

    /** Make A B A B on a machine whose times change from run to run by some steps and steadily by others. */
    private static List<MadeRun> inTurn(SplittableRandom random, int blocks, double steady, double step,
            double slower) {
        List<MadeRun> runs = new ArrayList<>();
        double level = 0;
        for (int run = 0; run < 2 * blocks; run++) {
            level += steady + step * random.nextGaussian();
            double shift = level + (run % 2 == 1 ? slower : 0);
            double[] series = FollowingQueries.fading(random, QUERIES, 0.3);
            runs.add(MadeRun.of((run % 2 == 0 ? "a" : "b") + run / 2, QUERIES,
                    number -> MadeRun.Query.of(number, Math.exp(shift + 0.2 * series[number]))));
        }
        return runs;
    }

    private static DimensionComparison compare(List<MadeRun> runs) {
        return Comparison.ofBlocks(runs, List.of(TOTAL)).runs().getFirst().dimensions().getFirst();
    }

    private static boolean isConcluded(DimensionComparison one) {
        return one.outcome() == Outcome.HIGHER || one.outcome() == Outcome.LOWER;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1})
    void letsNoDriftOfTheMachinePassForADifference(double steady) {
        SplittableRandom random = new SplittableRandom(23);
        int trials = Draws.of(120, 400);
        int inBlocks = 0;
        for (int trial = 0; trial < trials; trial++) {
            inBlocks += isConcluded(compare(inTurn(random, 4, steady, 0.1, 0))) ? 1 : 0;
        }
        assertThat(inBlocks).isLessThanOrEqualTo(Draws.maxHits(trials, 0.05));
        int pairs = 1_000;
        long oneByOne = IntStream.range(0, pairs).filter(pair -> isFoundAlone(inTurn(random, 1, steady, 0.1, 0)))
                .count();
        assertThat(oneByOne).as("of pairs alone").isGreaterThanOrEqualTo(Draws.minHits(pairs, 0.15));
    }

    private static boolean isFoundAlone(List<MadeRun> pair) {
        return MannWhitney.test(seconds(pair.getFirst()), seconds(pair.getLast())).pValue() < 0.05;
    }

    private static double[] seconds(MadeRun run) {
        return IntStream.range(0, QUERIES).mapToDouble(number -> run.query().apply(number).seconds()).toArray();
    }

    @Test
    void findsADifferenceThroughADriftThatIsLarger() {
        DimensionComparison total = compare(inTurn(new SplittableRandom(5), 6, 0.05, 0.01, 0.2));

        assertThat(total.outcome()).isEqualTo(Outcome.HIGHER);
        assertThat(total.main().difference().interval().low()).isPositive();
        assertThat(total.tests().getFirst().test()).isEqualTo("Paired t of blocks");
        assertThat(total.conclusion()).contains("a0 and 5 more", "b0 and 5 more", "which is worse");
    }

    @Test
    void takesASteadyDriftOutExactly() {
        BlockDifference difference = new BlockDifference(new double[]{1, 3, 5}, new double[]{2.5, 4.5, 6.5},
                RunDifference.NOTHING);

        assertThat(difference.absolute().value()).isEqualTo(0.5);
    }

    @Test
    void comparesSharesAndRatiosOfRuns() {
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
            int number = run;
            runs.add(MadeRun.of("run" + run, QUERIES, query -> MadeRun.Query.of(query, 1).withJoules(10)
                    .rightIf(query % 4 < (number % 2 == 0 ? 1 : 3))));
        }

        Comparison comparison = Comparison.ofBlocks(runs,
                List.of(ComparedDimension.ACCURACY, ComparedDimension.INTELLIGENCE_PER_JOULE));

        assertThat(comparison.runs().getFirst().blocks()).isEqualTo(4);
        assertThat(comparison.runs().getFirst().dimensions())
                .allSatisfy(one -> assertThat(one.outcome()).isEqualTo(Outcome.HIGHER));
        assertThat(comparison.toJson()).contains("\"blocks\" : 4");
    }

    @Test
    void concludesNothingFromOneFlippedAnswerThatEveryBlockRepeats() {
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
            int number = run;
            runs.add(MadeRun.of("run" + run, 200, query -> MadeRun.Query.of(query, 1).withJoules(10)
                    .rightIf(query % 4 == 0 || (number % 2 == 1 && query == 1))));
        }

        List<DimensionComparison> compared = Comparison.ofBlocks(runs,
                List.of(ComparedDimension.ACCURACY, ComparedDimension.INTELLIGENCE_PER_JOULE)).runs().getFirst()
                .dimensions();

        assertThat(compared).allSatisfy(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.NOT_SHOWN);
            assertThat(one.main().difference().interval().low()).isNegative();
            assertThat(one.main().difference().interval().high()).isGreaterThan(one.main().difference().value());
        });
        assertThat(compared.getFirst().tests()).isNotEmpty().allSatisfy(test -> assertThat(test.pValue())
                .isGreaterThan(0.05));
    }

    @Test
    void findsItUnclearWhereAllBlocksHaveTheSameDifference() {
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
            double seconds = (run % 2 == 0 ? 1 : 1.1) + Math.floorDiv(run, 2) * 0.1;
            runs.add(MadeRun.of("run" + run, QUERIES, query -> MadeRun.Query.of(query, seconds)));
        }

        DimensionComparison total = compare(runs);

        assertThat(total.outcome()).isEqualTo(Outcome.UNCLEAR);
        assertThat(total.tests()).isEmpty();
        assertThat(total.conclusion()).contains("all runs differ alike, by +50.0 ms, so chance cannot be estimated");
    }

    @Test
    void saysOfBlocksWithEqualMediansNothingOfEveryQuery() {
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            runs.add(MadeRun.of("run" + run, 41, query -> MadeRun.Query.of(query, 1 + query)));
        }

        assertThat(compare(runs).conclusion())
                .contains("Every run of run0 and 1 more and of run1 and 1 more has the same "
                        + "median")
                .doesNotContain("Every query");
    }

    @Test
    void letsNoTimeReachBelowZeroAndNothingFallByMoreThanAllOfIt() {
        double[] seconds = {1, 0.2, 9, 1.5, 1, 2};
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < seconds.length; run++) {
            double each = seconds[run];
            runs.add(MadeRun.of("run" + run, QUERIES, query -> MadeRun.Query.of(query, each)));
        }

        StatisticComparison main = compare(runs).main();

        assertThat(main.first().estimate().interval().low()).isZero();
        assertThat(main.relative().orElseThrow().interval().low()).isEqualTo(-1);
    }

    @Test
    void refusesRunsThatDoNotAlternate() {
        List<MadeRun> runs = inTurn(new SplittableRandom(1), 2, 0, 0, 0);
        assertThatThrownBy(() -> Comparison.ofBlocks(runs.subList(0, 3), List.of(TOTAL)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("A B A B");
        List<MadeRun> mixed = List.of(runs.get(0), runs.get(1).withModel("other"), runs.get(2).withModel("other"),
                runs.get(3));
        assertThatThrownBy(() -> Comparison.ofBlocks(mixed, List.of(TOTAL)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("one configuration");
    }

    @Test
    void showsTheHeadlineOfTheRunsWhoseQueriesMissSomeJoules() {
        List<MadeRun> runs = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            double most = (run % 2 == 0 ? 12 : 8) + (run == 3 ? 0.01 : 0);
            runs.add(MadeRun.of("run" + run, QUERIES, query -> MadeRun.Query.of(query, query < 4 ? 4 : 1)
                    .withJoules(query < 4 ? Double.NaN : most)).using(QUERIES * most));
        }

        RunComparison compared = Comparison.ofBlocks(runs,
                List.of(ComparedDimension.JOULES_PER_QUERY, ComparedDimension.INTELLIGENCE_PER_JOULE,
                        ComparedDimension.DEVICE_WATTS, ComparedDimension.of(Dimension.ENERGY_JOULES)))
                .runs().getFirst();

        assertThat(compared.dimensions().subList(0, 3)).extracting(one -> one.main().first().estimate().value())
                .containsExactly(12.0, 1 / 12.0, 12.0);
        assertThat(compared.dimensions()).extracting(DimensionComparison::outcome).containsExactly(Outcome.LOWER,
                Outcome.HIGHER, Outcome.LOWER, Outcome.PARTLY_KNOWN);
    }
}
