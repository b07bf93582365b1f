package dev.ipw.telemetry;

import java.time.Instant;
import org.apiguardian.api.API;

/**
 * The relation between {@link System#nanoTime()} and the wall clock. All times that a run stores count nanoseconds from
 * the monotonic anchor.
 *
 * @param monotonicAnchorNanos the {@link System#nanoTime()} that counts as zero
 * @param epochAnchorNanos     the wall clock at that moment, in nanoseconds since 1970-01-01 UTC
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunClock(long monotonicAnchorNanos, long epochAnchorNanos) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Starts a clock now.
     *
     * @return a clock whose zero is this moment
     */
    public static RunClock start() {
        Instant now = Instant.now();
        return new RunClock(System.nanoTime(),
                Math.addExact(Math.multiplyExact(now.getEpochSecond(), NANOS_PER_SECOND), now.getNano()));
    }

    /**
     * Continues this clock in another process, whose nanoseconds may have another origin: the wall clock gives the
     * elapsed time. If the wall clock was set back, the new process begins a second after the last known moment.
     *
     * @param lastNanos the last known moment, in nanoseconds since the anchor
     * @return a clock of this process that counts from the same zero
     */
    public RunClock resumed(long lastNanos) {
        RunClock now = start();
        long passed = Math.max(now.epochAnchorNanos - epochAnchorNanos, lastNanos + NANOS_PER_SECOND);
        return new RunClock(now.monotonicAnchorNanos - passed, epochAnchorNanos);
    }

    /**
     * Moves the anchor to another moment.
     *
     * @param zeroNanos the new anchor, in nanoseconds since this one
     * @return a clock that counts from there
     */
    public RunClock countedFrom(long zeroNanos) {
        return new RunClock(monotonicAnchorNanos + zeroNanos, epochAnchorNanos + zeroNanos);
    }

    /**
     * Converts a moment to nanoseconds since the anchor.
     *
     * @param nanoTime a {@link System#nanoTime()} of this process
     * @return nanoseconds since the anchor
     */
    public long sinceAnchor(long nanoTime) {
        return nanoTime - monotonicAnchorNanos;
    }

    /**
     * Converts nanoseconds since the anchor to a moment of this process.
     *
     * @param sinceAnchorNanos nanoseconds since the anchor
     * @return a {@link System#nanoTime()}
     */
    public long nanoTime(long sinceAnchorNanos) {
        return monotonicAnchorNanos + sinceAnchorNanos;
    }

    /**
     * Returns the wall-clock time.
     *
     * @param nanoTime a {@link System#nanoTime()} of this process
     * @return the same moment as an instant
     */
    public Instant instant(long nanoTime) {
        return Instant.ofEpochSecond(0, epochAnchorNanos + sinceAnchor(nanoTime));
    }
}
