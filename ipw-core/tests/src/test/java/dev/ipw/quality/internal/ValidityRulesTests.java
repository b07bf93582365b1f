package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.AnswerDelays;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Judges made-up figures of a run of 1,000 answers, the first token after 200 ms, a chunk each 20 ms, 4 s in all. */
class ValidityRulesTests {
    private static final Delays FIRST_TOKEN = delays(1000, 210, 200, 260, 400);
    private static final Delays LATENCY = delays(1000, 4100, 4000, 4500, 5000);
    private static final Delays CHUNKS = delays(1000, 21, 20, 22, 30);
    private static final Delays NOTHING = delays(1000, 0, 0, 0, 0);

    private boolean inProcess;
    private double seconds = 60;
    private Delays lags = NOTHING;
    private Pauses pauses = pauses(NOTHING, NOTHING, NOTHING, 0, 0, 0);
    private OptionalDouble processor = OptionalDouble.of(10);
    private OptionalDouble jump = OptionalDouble.empty();
    private Optional<Calibration> calibration = Optional.empty();

    private static Delays delays(long count, double mean, double median, double p90, double p99) {
        return new Delays(count, OptionalDouble.of(mean / 1e3), OptionalDouble.of(median / 1e3),
                OptionalDouble.of(p90 / 1e3), OptionalDouble.of(p99 / 1e3), OptionalDouble.of(p99 * 2 / 1e3));
    }

    private static Pauses pauses(Delays firstToken, Delays latency, Delays chunks, long collections,
            double collectionSeconds, double longestHit) {
        return new Pauses(30_000, OptionalDouble.of(0.0001), 812, 1.2, OptionalDouble.of(0.052),
                longestHit == 0 ? OptionalDouble.empty() : OptionalDouble.of(longestHit), collections,
                collectionSeconds, 90, new AnswerDelays(firstToken, latency, chunks));
    }

    private RunValidity judge() {
        return ValidityRules.judge(new Observation(inProcess, seconds, FIRST_TOKEN, LATENCY, CHUNKS, lags,
                above -> 77, pauses, processor, jump, calibration));
    }

    private static void assertOnly(RunValidity validity, Trust level, String... parts) {
        assertThat(validity.level()).isEqualTo(level);
        if (level == Trust.VALID) {
            assertThat(validity.reasons()).isEmpty();
        } else {
            assertThat(validity.reasons()).singleElement()
                    .satisfies(reason -> assertThat(reason.level()).isEqualTo(level))
                    .satisfies(reason -> assertThat(reason.text()).contains(parts));
        }
    }

    @Test
    void aQuietRunIsValid() {
        assertOnly(judge(), Trust.VALID);
    }

    @ParameterizedTest
    @CsvSource({"0.9, VALID", "19, VALID", "21, DOUBTFUL", "99, DOUBTFUL", "101, INVALID"})
    void lateStartsCountByTheirShareOfTheTimeToFirstToken(double p99, Trust level) {
        lags = delays(1000, 0.1, 0.1, 0.2, p99);
        assertOnly(judge(), level, "77 of 1000 requests started late, by "
                + Wording.time(p99 / 1e3) + " at the 99th percentile. The time to first token is 400 ms there.",
                "more than 10 ms after they were due", "cannot send them on time");
    }

    @ParameterizedTest
    @CsvSource({"0.15, VALID", "19, VALID", "48, DOUBTFUL", "120, INVALID"})
    void pausesCountByTheirShareOfTheTimesTheyFellInto(double p99, Trust level) {
        pauses = pauses(delays(1000, 0.1, 0, 0, p99), NOTHING, NOTHING, 31, 0.8, 0);
        assertOnly(judge(), level, "90 of 1000 answers may be noted late, by " + Wording.time(p99 / 1e3)
                + " at the 99th percentile. The time to first token is 400 ms there.",
                "held up 812 times, for 1.2 s in all and 52 ms at the longest (31 collections of garbage: 800 ms)",
                "more memory (-Xmx)");
    }

    @Test
    void pausesThatAreNoCollectionsAreTheMachines() {
        pauses = pauses(NOTHING, NOTHING, delays(1000, 0.1, 0, 1, 3), 2, 0.01, 0);
        assertOnly(judge(), Trust.DOUBTFUL, "by 3 ms at the 99th percentile. The time between chunks is 30 ms there",
                "use a quieter machine");
    }

    @Test
    void pausesThatHitTooFewToMoveAFigureAreNoReason() {
        pauses = pauses(delays(1000, 0.05, 0, 0, 0), NOTHING, NOTHING, 0, 0, 0.05);
        assertOnly(judge(), Trust.VALID);
    }

    @Test
    void oneLongPauseThatHitARequestIsADoubt() {
        pauses = pauses(NOTHING, delays(1000, 2, 0, 0, 0), NOTHING, 0, 0, 2);
        assertOnly(judge(), Trust.DOUBTFUL, "52 ms at the longest");
    }

    @Test
    void pausesOfAProcessThatRunsTheModelAreAtMostADoubt() {
        inProcess = true;
        pauses = pauses(delays(1000, 100, 100, 100, 300), NOTHING, NOTHING, 31, 0.8, 0);
        assertOnly(judge(), Trust.DOUBTFUL, "collections of garbage");
    }

    @ParameterizedTest
    @CsvSource({"49, 60, false, VALID", "51, 60, false, DOUBTFUL", "91, 60, false, INVALID", "91, 0.9, false, VALID",
            "100, 60, true, VALID"})
    void theProcessorCountsUnlessTheModelUsesIt(double percent, double time, boolean own, Trust level) {
        processor = OptionalDouble.of(percent);
        seconds = time;
        inProcess = own;
        assertOnly(judge(), level, "used " + Math.round(percent) + " % of the processors");
    }

    @ParameterizedTest
    @CsvSource({"2, DOUBTFUL, jumped 2 s ahead", "-2, DOUBTFUL, jumped 2 s back", "20, INVALID, jumped 20 s ahead"})
    void aClockThatJumpedIsNamed(double by, Trust level, String text) {
        jump = OptionalDouble.of(by);
        assertOnly(judge(), level, text, "the machine slept, or its clock was set");
    }

    @ParameterizedTest
    @CsvSource({"0.05, VALID", "40, VALID", "60, DOUBTFUL", "1000, DOUBTFUL"})
    void anUpperBoundIsNeverMoreThanADoubt(double median, Trust level) {
        calibration = Optional.of(new Calibration(64, delays(768, median, median, median, median), 0.4));
        assertOnly(judge(), level, "this client noted events up to "
                + Wording.time(median / 1e3) + " late, at the median. It read 64 streams at once, and the time to first"
                + " token is 200 ms");
    }

    @Test
    void theWorstReasonComesFirstAndMakesTheLevel() {
        processor = OptionalDouble.of(60);
        lags = delays(1000, 500, 500, 500, 500);
        RunValidity validity = judge();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.reasons()).extracting(Reason::level).containsExactly(Trust.INVALID, Trust.DOUBTFUL);
    }

    @Test
    void windowsOfOneRunAreAsGoodAsTheWorst() {
        RunValidity fine = judge();
        processor = OptionalDouble.of(60);
        RunValidity doubtful = judge();
        assertThat(fine.and(doubtful)).isEqualTo(doubtful.and(fine)).isEqualTo(doubtful);
        assertThat(doubtful.and(doubtful).reasons()).hasSize(1);
    }
}
