package dev.ipw.telemetry;

import java.time.Instant;

/**
 * Tie {@link System#nanoTime()} to the wall clock. Everything a run stores counts nanoseconds from the monotonic anchor.
 *
 * @param monotonicAnchorNanos the {@link System#nanoTime()} that counts as zero
 * @param epochAnchorNanos     the wall clock at that moment, in nanoseconds since 1970-01-01 UTC
 */
public record RunClock(long monotonicAnchorNanos, long epochAnchorNanos) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Anchor a clock now.
     *
     * @return a clock whose zero is this moment
     */
    public static RunClock start() {
        Instant now = Instant.now();
        return new RunClock(System.nanoTime(),
                Math.addExact(Math.multiplyExact(now.getEpochSecond(), NANOS_PER_SECOND), now.getNano()));
    }

    /**
     * Continue this clock in another process, whose nanoseconds may have another origin: the wall clock gives the
     * elapsed time. Where that was set back, the new process begins a second behind the last moment that is known.
     *
     * @param lastNanos the last moment that is known, in nanoseconds since the anchor
     * @return a clock of this process that counts from the same zero
     */
    public RunClock resumed(long lastNanos) {
        RunClock now = start();
        long passed = Math.max(now.epochAnchorNanos - epochAnchorNanos, lastNanos + NANOS_PER_SECOND);
        return new RunClock(now.monotonicAnchorNanos - passed, epochAnchorNanos);
    }

    /**
     * Count from the anchor.
     *
     * @param nanoTime a {@link System#nanoTime()} of this process
     * @return nanoseconds since the anchor
     */
    public long sinceAnchor(long nanoTime) {
        return nanoTime - monotonicAnchorNanos;
    }

    /**
     * Return the moment of this process that lies so far behind the anchor.
     *
     * @param sinceAnchorNanos nanoseconds since the anchor
     * @return a {@link System#nanoTime()}
     */
    public long nanoTime(long sinceAnchorNanos) {
        return monotonicAnchorNanos + sinceAnchorNanos;
    }

    /**
     * Return the wall-clock time.
     *
     * @param nanoTime a {@link System#nanoTime()} of this process
     * @return the instant it stands for
     */
    public Instant instant(long nanoTime) {
        return Instant.ofEpochSecond(0, epochAnchorNanos + sinceAnchor(nanoTime));
    }
}
