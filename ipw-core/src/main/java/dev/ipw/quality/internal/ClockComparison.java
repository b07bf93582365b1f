package dev.ipw.quality.internal;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * A comparison of the wall clock with the clock of all times. While the machine sleeps, the latter stops on Linux and
 * the wall clock jumps ahead; when the wall clock is set, it jumps alone. For one thread.
 */
final class ClockComparison {
    /**
     * More than the slewing of a time server in a second (half a millisecond), and than the step of a coarse clock (16
     * ms).
     */
    private static final long JUMP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long BASE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Readings of both clocks within this time count as simultaneous. */
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final double NANOS = 1e9;

    private boolean begun;
    private long baseOffset;
    private long baseNanos;
    private volatile long largestJump;

    /** Compares both clocks: the wall clock was read between the two moments. */
    void look(long beforeNanos, long wallMillis, long afterNanos) {
        if (afterNanos - beforeNanos > TOGETHER_NANOS) {
            return;
        }
        long offset = TimeUnit.MILLISECONDS.toNanos(wallMillis) - afterNanos;
        long jump = offset - baseOffset;
        boolean jumped = begun && Math.abs(jump) > JUMP_NANOS;
        if (jumped && Math.abs(jump) > Math.abs(largestJump)) {
            largestJump = jump;
        }
        if (!begun || jumped || afterNanos - baseNanos > BASE_NANOS) {
            begun = true;
            baseOffset = offset;
            baseNanos = afterNanos;
        }
    }

    /** Returns the largest jump, ahead or back; empty if there was none. */
    OptionalDouble largestJumpSeconds() {
        return largestJump == 0 ? OptionalDouble.empty() : OptionalDouble.of(largestJump / NANOS);
    }
}
