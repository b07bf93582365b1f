package dev.ipw.analysis.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Proportion;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class DrawnQueriesTests {
    private static final int QUERIES = 20;
    private static final int DRAWS = Draws.of(60, 600);

    private static DrawnQueries drawn(SplittableRandom random, double accuracy) {
        DrawnQueries answers = new DrawnQueries(1024);
        for (int query = 0; query < QUERIES; query++) {
            answers.add(query(random.nextDouble() < accuracy, 50 + 100 * random.nextDouble(),
                    0.5 + random.nextDouble()));
        }
        return answers;
    }

    private static DrawnQueries.Cost cost(DrawnQueries queries) {
        return queries.of(queries.ofQueries());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void ofRightAnswersOnlyJoulesVaryTooSoThatTheIntervalHasTwoSides(long seed) {
        DrawnQueries.Cost cost = cost(drawn(new SplittableRandom(seed), 1));

        Estimate perJoule = cost.perJoule().orElseThrow();
        Interval wilson = new Proportion(QUERIES, QUERIES).wilson(0.95);
        assertThat(perJoule.interval().high()).isGreaterThan(1.01 * perJoule.value());
        assertThat(perJoule.interval().low()).isLessThan(0.99 * wilson.low() * perJoule.value());
        Estimate perWatt = cost.perWatt(QUERIES).orElseThrow();
        assertThat(perWatt.interval().high()).isGreaterThan(1.01 * perWatt.value());
        assertThat(perWatt.interval().low()).isLessThan(0.99 * wilson.low() * perWatt.value());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void ofWrongAnswersOnlyJoulesVaryToo(long seed) {
        DrawnQueries.Cost cost = cost(drawn(new SplittableRandom(seed), 0));

        Estimate perJoule = cost.perJoule().orElseThrow();
        double wilson = new Proportion(0, QUERIES).wilson(0.95).high();
        assertThat(perJoule.value()).isZero();
        assertThat(perJoule.interval().low()).isZero();
        assertThat(perJoule.interval().high()).isGreaterThan(1.01 * wilson / cost.perQuery().orElseThrow().value());
        assertThat(cost.perWatt(QUERIES).orElseThrow().interval().high())
                .isGreaterThan(1.01 * wilson / cost.watts(QUERIES).orElseThrow().value());
    }

    @Test
    void aLimitThatTheFigureLiesBeyondBoundsNothing() {
        DrawnQueries.Window window = new DrawnQueries.Window(60, OptionalDouble.of(400), OptionalDouble.of(200),
                List.of());
        DrawnQueries.Used used = new DrawnQueries.Used(18_300, 18_000, 18_600).within(window);
        assertThat(used).isEqualTo(new DrawnQueries.Used(18_300, 18_000, 18_600));
    }

    @Test
    void aLimitLeavesRoomForWhatItsControllerOvershoots() {
        DrawnQueries.Window window = new DrawnQueries.Window(60, OptionalDouble.of(20), OptionalDouble.of(300),
                List.of());
        DrawnQueries.Used used = new DrawnQueries.Used(18_300, 600, 30_000).within(window);
        assertThat(used.lower()).isEqualTo(1_200);
        assertThat(used.upper()).isCloseTo(19_800, within(1e-6));
    }

    @Test
    void fewQueriesThatOverlapHaveBoundsWithoutIdlePowerToo() {
        DrawnQueries answers = new DrawnQueries(64);
        long[] seconds = {1, 2, 3, 8};
        for (long some : seconds) {
            answers.add(new DrawnQueries.Query(Optional.of(true), OptionalDouble.of(100 * some), 0, some, 10,
                    Optional.of(new TimeSpan(0, some * 1_000_000_000L)), true));
        }
        DrawnQueries.Window window = new DrawnQueries.Window(8, OptionalDouble.empty(), OptionalDouble.of(700),
                List.of());
        Estimate each = answers.of(answers.ofQueries(), window).perQuery().orElseThrow();
        assertThat(each.interval().low()).isNotNaN().isLessThan(each.value());
        assertThat(each.interval().high()).isNotNaN().isGreaterThan(each.value());
    }

    @Test
    void ofJoulesThatNeverVaryItIsWilsons() {
        DrawnQueries answers = new DrawnQueries(64);
        for (int query = 0; query < QUERIES; query++) {
            answers.add(query(true, 4, 1));
        }

        Interval interval = cost(answers).perJoule().orElseThrow().interval();
        assertThat(interval.low()).isCloseTo(new Proportion(QUERIES, QUERIES).wilson(0.95).low() / 4, within(1e-12));
        assertThat(interval.high()).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void whatNoQueryWasChargedWithIsSpreadOverAllOfThem() {
        DrawnQueries answers = new DrawnQueries(64);
        for (int query = 0; query < QUERIES; query++) {
            answers.add(query(query % 2 == 0, 4, 1));
        }

        Estimate each = answers.of(new DrawnQueries.Used(200, 180, 240)).perQuery().orElseThrow();

        assertThat(each.value()).isCloseTo(10, within(1e-12));
        assertThat(each.interval().low()).isCloseTo(9, within(1e-9));
        assertThat(each.interval().high()).isCloseTo(12, within(1e-9));
    }

    @Test
    void aShareThatNobodyKnowsWidensTheIntervalAndMovesNothing() {
        DrawnQueries known = new DrawnQueries(64);
        DrawnQueries holed = new DrawnQueries(64);
        for (int query = 0; query < QUERIES; query++) {
            known.add(query(query % 2 == 0, 10, 1));
            holed.add(query < QUERIES / 2
                    ? query(query % 2 == 0, 10, 1)
                    : new DrawnQueries.Query(Optional.of(query % 2 == 0), OptionalDouble.empty(), 0, 1, 0));
        }
        DrawnQueries.Used used = new DrawnQueries.Used(200, 200, 200);

        Estimate whole = known.of(used).perQuery().orElseThrow();
        Estimate part = holed.of(used).perQuery().orElseThrow();

        assertThat(part.value()).isEqualTo(whole.value());
        assertThat(whole.interval().high() - whole.interval().low()).isLessThan(1e-9);
        // Ten queries of 0 to 20 J each: 1.96 times their standard deviations, as the root of the sum of squares.
        double half = 1.96 * 20 / Math.sqrt(12) * Math.sqrt(10) / QUERIES;
        assertThat(part.interval().high() - part.value()).isCloseTo(half, within(1e-6));
        assertThat(holed.of(used).perJoule().orElseThrow().value())
                .isEqualTo(known.of(used).perJoule().orElseThrow().value());
    }

    /** Where few or many are right, most draws are of all alike answers. */
    @ParameterizedTest
    @ValueSource(doubles = {0.98, 0.02})
    void theIntervalHoldsTheTruthAsOftenAsItSays(double accuracy) {
        SplittableRandom random = new SplittableRandom(7);
        int held = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            Interval interval = cost(drawn(random, accuracy)).perJoule().orElseThrow().interval();
            double truth = accuracy / 100;
            held += truth >= interval.low() && truth <= interval.high() ? 1 : 0;
        }
        assertThat(held).isGreaterThanOrEqualTo(Draws.minHits(DRAWS, 0.95));
    }

    @Test
    void whereFewAnswersHaveTokensTheIntervalIsOpenAbove() {
        DrawnQueries few = new DrawnQueries(64);
        DrawnQueries many = new DrawnQueries(64);
        for (int query = 0; query < QUERIES; query++) {
            few.add(new DrawnQueries.Query(Optional.empty(), OptionalDouble.of(20), 0, 1, query == 0 ? 10 : 0));
            many.add(new DrawnQueries.Query(Optional.empty(), OptionalDouble.of(20), 0, 1, query % 2 == 0 ? 10 : 0));
        }

        Estimate perToken = cost(few).perToken().orElseThrow();

        assertThat(perToken.value()).isEqualTo(40);
        assertThat(perToken.interval().low()).isLessThan(40);
        assertThat(perToken.interval().high()).isInfinite();
        assertThat(cost(many).perToken().orElseThrow().interval().high()).isFinite();
    }

    @Test
    void joulesThatFollowThoseBeforeThemWidenTheIntervalUntilItHoldsTheTruth() {
        SplittableRandom random = new SplittableRandom(17);
        int perQuery = 0;
        int watts = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            DrawnQueries queries = new DrawnQueries(1024);
            double level = random.nextGaussian();
            for (int query = 0; query < 300; query++) {
                level = 0.9 * level + Math.sqrt(1 - 0.9 * 0.9) * random.nextGaussian();
                queries.add(query(query % 4 != 0, 100 + 10 * level, 1));
            }
            perQuery += holds(cost(queries).perQuery().orElseThrow(), 100) ? 1 : 0;
            watts += holds(cost(queries).watts(300).orElseThrow(), 100) ? 1 : 0;
        }
        // Of intervals that take queries for independent a third would hold it.
        assertThat(perQuery).isGreaterThanOrEqualTo(Draws.minHits(DRAWS, 0.93));
        assertThat(watts).isGreaterThanOrEqualTo(Draws.minHits(DRAWS, 0.93));
    }

    private static boolean holds(Estimate estimate, double truth) {
        return estimate.interval().low() <= truth && truth <= estimate.interval().high();
    }

    private static DrawnQueries.Query query(boolean right, double joules, double seconds) {
        return new DrawnQueries.Query(Optional.of(right), OptionalDouble.of(joules), 0, seconds, 0);
    }
}
