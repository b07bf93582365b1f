package dev.ipw.quality.internal;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.telemetry.RunClock;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Watches requests on a clock that stands still between the test's steps. */
class MeasurementWindowMonitorTests {
    private final TestClocks clocks = new TestClocks();
    private final RunClock runClock = new RunClock(clocks.nanoTime(), 0);

    private MeasurementWindowMonitor watch(boolean inProcess) {
        MeasurementWindowMonitor watch = new MeasurementWindowMonitor(runClock, inProcess, clocks.clocks());
        clocks.beat(watch.heartbeat(), 20);
        return watch;
    }

    private long now() {
        return runClock.sinceAnchor(clocks.nanoTime());
    }

    private static ResponseTimeline takenUp(long lateNanos) {
        return new TimelineRecorder(0, lateNanos).finish(lateNanos + 1);
    }

    private static ResponseTimeline timeline(long sent, long... chunks) {
        OptionalLong first = OptionalLong.of(chunks[0]);
        long last = chunks[chunks.length - 1];
        return new ResponseTimeline(sent, OptionalLong.of(sent), first, first, first, OptionalLong.of(last), last,
                chunks);
    }

    /** Let a request take so long to its first token and its end, and be held up before either. */
    private void ask(MeasurementWindowMonitor watch, double beforeFirst, double afterFirst) {
        long sent = now();
        clocks.beat(watch.heartbeat(), 10);
        holdUp(watch, beforeFirst);
        clocks.pass(0.1);
        long first = now();
        clocks.beat(watch.heartbeat(), 10);
        holdUp(watch, afterFirst);
        clocks.beat(watch.heartbeat(), 8);
        watch.answered(timeline(sent, first, now()));
    }

    private void holdUp(MeasurementWindowMonitor watch, double millis) {
        clocks.pass(TestClocks.BEAT_MILLIS + millis);
        watch.heartbeat().beat();
    }

    @Test
    void withoutAnswersThereIsNoValidity() {
        assertThat(watch(false).judge(Optional.empty())).isEmpty();
    }

    @Test
    void requestsThatNothingHeldUpAreFine() {
        MeasurementWindowMonitor watch = watch(false);
        for (int request = 0; request < 120; request++) {
            watch.takenUp(takenUp(0));
            ask(watch, 0, 0);
        }
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.VALID);
        assertThat(validity.pauses().count()).isZero();
        assertThat(validity.pauses().requestsHit()).isZero();
        assertThat(validity.dispatch().lags().count()).isEqualTo(120);
        assertThat(validity.dispatch().late()).isZero();
    }

    @Test
    void aPauseRightBeforeAStampOverTheWireHasHeldItUp() {
        MeasurementWindowMonitor watch = watch(false);
        for (int request = 0; request < 20; request++) {
            ask(watch, request % 4 == 0 ? 20 : 0, 0);
        }
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.pauses().requestsHit()).isEqualTo(5);
        assertThat(validity.pauses().delays().firstToken().maxSeconds().orElseThrow()).isCloseTo(0.02, within(1e-4));
        assertThat(validity.pauses().delays().latency().maxSeconds()).as("the end came on time").hasValue(0);
    }

    @Test
    void aPauseThatEndsBeforeTheStampHasNotHeldItUpUnlessTheModelStoodStillWithIt() {
        MeasurementWindowMonitor wire = watch(false);
        ask(wire, 0, 20);
        assertThat(wire.judge(Optional.empty()).orElseThrow().pauses().requestsHit()).isZero();

        MeasurementWindowMonitor embedded = watch(true);
        ask(embedded, 0, 20);
        Pauses seen = embedded.judge(Optional.empty()).orElseThrow().pauses();
        assertThat(seen.requestsHit()).isEqualTo(1);
        assertThat(seen.delays().latency().maxSeconds().orElseThrow()).isCloseTo(0.02, within(1e-4));
        assertThat(seen.delays().firstToken().maxSeconds()).as("the first token was there before").hasValue(0);
    }

    @Test
    void aPauseThatSwallowsTheTailOfAStreamMayHaveHeldItUp() {
        MeasurementWindowMonitor watch = watch(false);
        for (int request = 0; request < 20; request++) {
            long sent = now();
            clocks.beat(watch.heartbeat(), 300);
            long[] chunks = new long[20];
            for (int chunk = 0; chunk < 4; chunk++) {
                chunks[chunk] = now();
                clocks.beat(watch.heartbeat(), 4);
                clocks.pass(1);
            }
            holdUp(watch, 80);
            clocks.pass(0.1);
            Arrays.fill(chunks, 4, 20, now());
            watch.answered(timeline(sent, chunks));
            clocks.beat(watch.heartbeat(), 40);
        }
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.pauses().requestsHit()).isEqualTo(20);
        assertThat(validity.pauses().delays().firstToken().maxSeconds()).as("the first token came on time").hasValue(0);
        assertThat(validity.pauses().delays().latency().maxSeconds().orElseThrow()).isCloseTo(0.08, within(2e-3));
        assertThat(validity.pauses().delays().betweenChunks().maxSeconds().orElseThrow()).isCloseTo(0.08 / 19,
                within(2e-4));
    }

    @Test
    void aStopOfTwoSecondsIsNamedHoweverManyAnswersThereAre() {
        MeasurementWindowMonitor watch = watch(false);
        ask(watch, 2000, 0);
        for (int request = 0; request < 5000; request++) {
            ask(watch, 0, 0);
        }
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.DOUBTFUL);
        assertThat(validity.reasons()).singleElement()
                .satisfies(reason -> assertThat(reason.text()).contains("held up 1 time, for 2 s in all"));
    }

    @Test
    void aPauseThatHitsNoRequestIsNoReason() {
        MeasurementWindowMonitor watch = watch(false);
        ask(watch, 0, 0);
        holdUp(watch, 3000);
        clocks.beat(watch.heartbeat(), 20);
        ask(watch, 0, 0);
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.pauses().count()).isEqualTo(1);
        assertThat(validity.level()).isEqualTo(Trust.VALID);
    }

    @Test
    void requestsThatAreTakenUpLateAreCounted() {
        MeasurementWindowMonitor watch = watch(false);
        for (int request = 0; request < 100; request++) {
            watch.takenUp(takenUp(request < 30 ? 9_000_000 : 0));
            ask(watch, 0, 0);
        }
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.dispatch().late()).isEqualTo(30);
        assertThat(validity.dispatch().lags().maxSeconds()).hasValue(0.009);
    }

    @Test
    void aClockThatJumpsIsAReason() {
        MeasurementWindowMonitor watch = watch(false);
        ask(watch, 0, 0);
        clocks.jump(60_000);
        ask(watch, 0, 0);
        RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.clockJumpSeconds().orElseThrow()).isCloseTo(60, within(0.1));
    }
}
