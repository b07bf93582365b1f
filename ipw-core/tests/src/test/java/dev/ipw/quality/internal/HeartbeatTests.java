package dev.ipw.quality.internal;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class HeartbeatTests {
    private final TestClocks clocks = new TestClocks();
    private final PauseLog pauses = new PauseLog();
    private final Heartbeat heartbeat = new Heartbeat(clocks.clocks(), pauses);

    @Test
    void beatsOnTimeAreNoPauses() {
        clocks.beat(heartbeat, 1000);
        assertThat(pauses.durations().count()).isZero();
        assertThat(heartbeat.lateness().count()).isEqualTo(250);
        assertThat(heartbeat.lateness().maxSeconds()).hasValue(0);
    }

    @Test
    void aWakeThatComesLateIsAPauseOfThatLength() {
        clocks.beat(heartbeat, 100);
        long before = clocks.nanoTime();
        clocks.pass(TestClocks.BEAT_MILLIS + 50);
        heartbeat.beat();
        clocks.beat(heartbeat, 100);
        assertThat(pauses.durations().count()).isEqualTo(1);
        assertThat(pauses.totalNanos()).isEqualTo(50_000_000);
        assertThat(pauses.overlapNanos(before, before + Heartbeat.BEAT_NANOS)).as("the wish to wake came first")
                .isZero();
    }

    @Test
    void whatAMachineAlwaysNeedsToWakeIsNoPause() {
        for (int beat = 0; beat < 100; beat++) {
            clocks.pass(15.6);
            heartbeat.beat();
        }
        assertThat(pauses.durations().count()).isZero();
        clocks.pass(31.2);
        heartbeat.beat();
        assertThat(pauses.durations().maxSeconds().orElseThrow()).isCloseTo(0.0156, within(1e-6));
    }

    @Test
    void aWakeThatComesEarlyIsNoBeat() {
        clocks.beat(heartbeat, 100);
        clocks.pass(0.01);
        heartbeat.beat();
        clocks.pass(TestClocks.BEAT_MILLIS - 0.01);
        heartbeat.beat();
        assertThat(pauses.durations().count()).isZero();
        assertThat(heartbeat.lateness().count()).isEqualTo(26);
    }

    @Test
    void aClockThatJumpsIsSeen() {
        clocks.beat(heartbeat, 20);
        clocks.jump(3_000);
        clocks.beat(heartbeat, 20);
        assertThat(heartbeat.clocks().largestJumpSeconds().orElseThrow()).isCloseTo(3, within(0.01));
        assertThat(pauses.durations().count()).isZero();
    }

    @Test
    void endsWhenItIsClosed() throws InterruptedException {
        PauseLog kept = new PauseLog();
        Heartbeat beating = new Heartbeat(Clocks.system(), kept);
        beating.start();
        beating.close();
        // Closing waits no longer than a second.
        for (Thread left : Thread.getAllStackTraces().keySet()) {
            if (left.getName().equals("ipw-heartbeat")) {
                left.join();
            }
        }
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(thread -> thread.getName().equals("ipw-heartbeat"));
    }
}
