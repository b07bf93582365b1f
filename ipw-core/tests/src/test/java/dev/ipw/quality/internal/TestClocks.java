package dev.ipw.quality.internal;

import java.util.concurrent.TimeUnit;

/** Two clocks that a test moves. */
final class TestClocks {
    static final double BEAT_MILLIS = Heartbeat.BEAT_NANOS / 1e6;
    private long nanos = 500_000_000L;
    private long wallNanos = TimeUnit.DAYS.toNanos(20_000);

    Clocks clocks() {
        return new Clocks(() -> nanos, () -> TimeUnit.NANOSECONDS.toMillis(wallNanos));
    }

    long nanoTime() {
        return nanos;
    }

    void pass(double millis) {
        nanos += Math.round(millis * 1e6);
        wallNanos += Math.round(millis * 1e6);
    }

    void jump(long millis) {
        wallNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Let a heartbeat wake as often as it wants to within a time, and not any later than it wants to. */
    void beat(Heartbeat heartbeat, double millis) {
        for (double passed = 0; passed < millis; passed += BEAT_MILLIS) {
            pass(BEAT_MILLIS);
            heartbeat.beat();
        }
    }
}
