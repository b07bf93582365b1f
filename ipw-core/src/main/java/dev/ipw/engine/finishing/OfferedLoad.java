package dev.ipw.engine.finishing;

import dev.ipw.energy.TimeSpan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Count what a load offered: at what rate requests were to start, whatever became of them. A random load draws another rate
 * than it was asked for; the time in which the last answers came is not in it, nor is that between the windows of a run
 * that was resumed.
 */
final class OfferedLoad {
    private static final double NANOS = 1e9;

    private final List<TimeSpan> measured;
    private final long[] first;
    private final long[] last;
    private final long[] count;

    /**
     * Counts none yet.
     *
     * @param measured the measurement windows, in order
     */
    OfferedLoad(List<TimeSpan> measured) {
        this.measured = List.copyOf(measured);
        first = new long[measured.size()];
        last = new long[measured.size()];
        count = new long[measured.size()];
        Arrays.fill(first, Long.MAX_VALUE);
        Arrays.fill(last, Long.MIN_VALUE);
    }

    /** Counts a request by when it was to start. */
    void add(long intendedStartNanos) {
        for (int window = measured.size() - 1; window >= 0; window--) {
            if (window == 0 || intendedStartNanos >= measured.get(window).startNanos()) {
                first[window] = Math.min(first[window], intendedStartNanos);
                last[window] = Math.max(last[window], intendedStartNanos);
                count[window]++;
                return;
            }
        }
    }

    /** Returns requests a second; empty for fewer than two, or if all were to start at once. */
    OptionalDouble perSecond() {
        double seconds = 0;
        long distances = 0;
        for (int window = 0; window < count.length; window++) {
            if (count[window] > 1) {
                seconds += (last[window] - first[window]) / NANOS;
                distances += count[window] - 1;
            }
        }
        return seconds > 0 ? OptionalDouble.of(distances / seconds) : OptionalDouble.empty();
    }
}
