package dev.ipw.engine.quality;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Compare the wall clock with the clock that all times are taken from. Where the machine sleeps, that one stands still on
 * Linux and the wall clock jumps ahead; where the wall clock is set, it jumps alone. One thread looks.
 */
final class ClockComparison {
    /** Above what a time server slews in a second (half a millisecond), and the step of a coarse clock (16 ms). */
    private static final long JUMP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long BASE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Within this both clocks are read at one moment. */
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final double NANOS = 1e9;

    private boolean begun;
    private long baseOffset;
    private long baseNanos;
    private volatile long largestJump;

    /** Looks at both clocks: the wall clock was read between the two moments. */
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
