package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** One server whose speed and watts drift must not be told from itself, however it is run. */
@Tag("statistical")
class DriftingServersTests {
    private static final int TRIALS = Draws.of(20, 200);
    private static final int QUERIES = 60;
    private static final int RUNS = 4;

    /** A server that grows slower and draws more from run to run by chance and steadily, and within a run too. */
    private static final class Server {
        private final SplittableRandom random;
        private final double steady;
        private double level;
        private int started;

        private Server(SplittableRandom random) {
            this.random = random;
            steady = 0.05 * random.nextGaussian();
        }

        private MadeRun run(String name, double factor) {
            double level = this.level + 0.1 * random.nextGaussian();
            this.level += steady;
            double watts = (10 + random.nextGaussian()) * factor;
            double[] within = FollowingQueries.drifting(random, QUERIES);
            boolean[] right = new boolean[QUERIES];
            IntStream.range(0, QUERIES).forEach(query -> right[query] = random.nextDouble() < 0.5);
            return MadeRun.of(name, QUERIES, query -> {
                double seconds = Math.exp(level + 0.1 * within[query]);
                return MadeRun.Query.of(query, seconds).withJoules(watts * seconds).rightIf(right[query]);
            }).startingAfter(started++);
        }

        private List<MadeRun> runs(String name, int count, double factor) {
            List<MadeRun> runs = new ArrayList<>();
            for (int run = 0; run < count; run++) {
                runs.add(run(name + run, factor));
            }
            return runs;
        }
    }

    private static boolean isConcluded(RunComparison compared, Predicate<DimensionComparison> which) {
        return compared.dimensions().stream().filter(which)
                .anyMatch(one -> one.outcome() == Outcome.HIGHER || one.outcome() == Outcome.LOWER);
    }

    private static Comparison repeats(List<MadeRun> first, List<MadeRun> second, ComparedDimension... dimensions) {
        return Comparison.ofRepeats(first, second, dimensions.length == 0
                ? ComparedDimension.usual()
                : List.of(dimensions));
    }

    @Test
    void areNotToldFromThemselvesBySingleRuns() {
        SplittableRandom random = new SplittableRandom(41);
        int times = 0;
        int answers = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Server server = new Server(random);
            RunComparison compared = Comparison.of(server.run("a", 1), server.run("b", 1)).runs().getFirst();
            assertThat(compared.dimensions()).hasSize(12);
            times += isConcluded(compared, one -> one.dimension().restsOnTime()) ? 1 : 0;
            answers += isConcluded(compared, one -> !one.dimension().restsOnTime()) ? 1 : 0;
        }
        assertThat(times).isZero();
        assertThat(answers).isLessThanOrEqualTo(Draws.maxHits(TRIALS, 0.05));
    }

    @Test
    void areNotToldFromThemselvesByRunsInTurn() {
        SplittableRandom random = new SplittableRandom(43);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            List<MadeRun> runs = new Server(random).runs("run", 2 * RUNS, 1);
            found += isConcluded(Comparison.ofBlocks(runs, ComparedDimension.usual()).runs().getFirst(), one -> true)
                    ? 1
                    : 0;
        }
        assertThat(found).isLessThanOrEqualTo(Draws.maxHits(TRIALS, 0.05));
    }

    @Test
    void areNotToldFromThemselvesByRepeatedRunsOneAfterTheOther() {
        SplittableRandom random = new SplittableRandom(47);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Server server = new Server(random);
            found += isConcluded(repeats(server.runs("a", RUNS, 1), server.runs("b", RUNS, 1)).runs().getFirst(),
                    one -> true) ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(Draws.maxHits(TRIALS, 0.05));
    }

    @Test
    void areToldFromOneThatDrawsTwiceAsMuch() {
        Server server = new Server(new SplittableRandom(3));

        RunComparison compared = repeats(server.runs("a", RUNS, 1), server.runs("b", RUNS + 1, 2),
                ComparedDimension.DEVICE_WATTS).runs().getFirst();

        assertThat(compared.repeats()).isEqualTo(RUNS);
        assertThat(compared.isOfSingleRuns()).isFalse();
        assertThat(compared.of(ComparedDimension.DEVICE_WATTS).orElseThrow()).satisfies(watts -> {
            assertThat(watts.outcome()).isEqualTo(Outcome.HIGHER);
            assertThat(watts.tests().getFirst().test()).isEqualTo("t of repeated runs");
            assertThat(watts.method())
                    .startsWith("difference of the means of 4 and 5 runs, Student's t, with and without");
        });
        assertThat(compared.first()).isEqualTo("a0 and 3 more");
        assertThat(new Comparison(List.of(compared)).toJson()).contains("\"repeats\" : 4");
    }

    @Test
    void areNotToldFromThemselvesByAWarmUpThatBeginsAnew() {
        RepeatDifference difference = new RepeatDifference(new double[]{9, 2, 1.2, 1.1}, new double[]{8, 2.2, 1, 1.2},
                new double[]{0, 1, 2, 3}, new double[]{4, 5, 6, 7}, RunDifference.NOTHING);

        assertThat(difference.absolute().value()).isCloseTo(-0.225, within(1e-12));
        assertThat(difference.absolute().interval().low()).isNegative();
        assertThat(difference.tested().orElseThrow().pValue()).isGreaterThan(0.5);
    }

    @Test
    void areNotToldFromThemselvesByADriftThatGoesOn() {
        RepeatDifference difference = new RepeatDifference(new double[]{1, 2.1, 2.9}, new double[]{4, 5.1, 6},
                new double[]{0, 1, 2}, new double[]{3, 4, 5}, RunDifference.NOTHING);

        assertThat(difference.absolute().value()).isCloseTo(3.03, within(0.01));
        assertThat(difference.absolute().interval().low()).isNegative();
        assertThat(difference.tested().orElseThrow().pValue()).isGreaterThan(0.05);
    }

    @Test
    void areNotRepeatedByOneRun() {
        Server server = new Server(new SplittableRandom(3));
        assertThatThrownBy(() -> Comparison.ofRepeats(server.runs("a", 2, 1), server.runs("b", 1, 1),
                List.of(ComparedDimension.of(Dimension.TOTAL_TIME)))).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Repeat it");
    }
}
