package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.internal.OverlappingRun.Load;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.testing.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Intervals of runs whose requests overlap: what would come out if a run were made again, of which the total is known. */
@Tag("statistical")
class OverlappingRunTests {
    private static final int DRAWS = Draws.of(24, 400);
    private static final int TRUTH_DRAWS = Draws.of(200, 4000);

    static Stream<Load> loads() {
        return Stream.of(Load.of(640, 64), Load.of(200, 64), Load.of(64, 64), Load.of(200, 16), Load.of(40, 16),
                Load.of(100, 4), Load.of(20, 4), Load.of(12, 4), Load.atRate(200, 4), Load.of(100, 1));
    }

    static List<Estimate> headlines(OverlappingRun run, boolean knowsTheTime) {
        Efficiency known = run.headlines(knowsTheTime);
        return Stream
                .of(known.joulesPerQuery().estimate(), known.joulesPerOutputToken().estimate(),
                        known.deviceWatts().estimate(),
                        known.intelligencePerJoule().estimate(), known.intelligencePerWatt().estimate())
                .map(Optional::orElseThrow).toList();
    }

    /** Returns what runs of a load come to in the long run: J/query, J/token, W, IPJ and IPW. */
    static double[] truth(Load load, int runs, SplittableRandom random) {
        double[] sums = new double[4];
        for (int run = 0; run < runs; run++) {
            OverlappingRun one = new OverlappingRun(load, random);
            double[] more = {one.joules(), one.seconds(), one.tokens(), one.accuracy()};
            Arrays.setAll(sums, sum -> sums[sum] + more[sum] / runs);
        }
        double each = sums[0] / load.queries();
        double watts = sums[0] / sums[1];
        return new double[]{each, sums[0] / sums[2], watts, sums[3] / each, sums[3] / watts};
    }

    @ParameterizedTest
    @MethodSource("loads")
    void holdWhatRunsComeToInTheLongRunAsOftenAsTheySay(Load load) {
        double[] truth = truth(load, TRUTH_DRAWS, new SplittableRandom(1));
        SplittableRandom random = new SplittableRandom(2);
        int[] held = new int[truth.length];
        for (int draw = 0; draw < DRAWS; draw++) {
            List<Estimate> headlines = headlines(new OverlappingRun(load, random), true);
            Arrays.setAll(held, figure -> held[figure] + (holds(headlines.get(figure), truth[figure]) ? 1 : 0));
        }
        assertThat(Arrays.stream(held).boxed()).as("J/query, J/token, W, IPJ, IPW of %d", DRAWS)
                .allMatch(hits -> hits >= Draws.minHits(DRAWS, 0.95));
    }

    static boolean holds(Estimate estimate, double truth) {
        return estimate.interval().low() <= truth && truth <= estimate.interval().high();
    }

    @Test
    void sayMoreThanNothingHoweverQueriesShared() {
        for (Load load : List.of(Load.of(200, 64), Load.of(64, 64), Load.of(40, 16), Load.of(20, 4))) {
            SplittableRandom random = new SplittableRandom(3);
            for (int draw = 0; draw < 10; draw++) {
                List<Estimate> headlines = headlines(new OverlappingRun(load, random), true);
                assertThat(width(headlines.get(0))).as("J/query of %s", load).isLessThan(1.6);
                assertThat(width(headlines.get(2))).as("W of %s", load).isLessThan(1.1);
                assertThat(headlines.get(2).interval().high()).isLessThanOrEqualTo(1.1 * OverlappingRun.LIMIT_WATTS);
            }
        }
    }

    private static double width(Estimate estimate) {
        Interval interval = estimate.interval();
        return (interval.high() - interval.low()) / estimate.value();
    }

    /** Half of what the queries are charged with goes from the second half of them to the first; the total is what it was. */
    @Test
    void areNoWiderWhereSharesAreWrongOrUnknownForTheTotalIsKnown() {
        for (Load load : List.of(Load.of(200, 64), Load.of(100, 16), Load.of(20, 4))) {
            OverlappingRun run = new OverlappingRun(load, new SplittableRandom(4));
            List<Estimate> right = headlines(run, true);
            run.chargeTheFirstHalf();
            assertThat(width(headlines(run, true).get(2))).isLessThan(2.5 * width(right.get(2)));
            run.openGaps();
            assertThat(width(headlines(run, false).get(0))).as("of queries drawn again").isGreaterThan(3);
            assertThat(headlines(run, true)).allSatisfy(figure -> assertThat(width(figure)).isLessThan(2.5));
            run = new OverlappingRun(load, new SplittableRandom(4));
            run.loseSharesButOne();
            List<Estimate> lost = headlines(run, true);
            assertThat(lost).allSatisfy(figure -> assertThat(width(figure)).isLessThan(2.5));
        }
    }
}
