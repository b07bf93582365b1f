package dev.ipw.results;

import dev.ipw.energy.TimeSpan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Count what a load offered: at what rate requests were to start, whatever became of them. A random load draws another rate
 * than it was asked for; the time in which the last answers came is not in it, nor is that between the stretches of a run
 * that was resumed.
 */
final class OfferedLoad {
    private static final double NANOS = 1e9;

    private final List<TimeSpan> measured;
    private final long[] first;
    private final long[] last;
    private final long[] count;

    /**
     * Count none yet.
     *
     * @param measured the measured stretches, in order
     */
    OfferedLoad(List<TimeSpan> measured) {
        this.measured = List.copyOf(measured);
        first = new long[measured.size()];
        last = new long[measured.size()];
        count = new long[measured.size()];
        Arrays.fill(first, Long.MAX_VALUE);
        Arrays.fill(last, Long.MIN_VALUE);
    }

    /** Count a request by when it was to start. */
    void add(long intendedStartNanos) {
        for (int stretch = measured.size() - 1; stretch >= 0; stretch--) {
            if (stretch == 0 || intendedStartNanos >= measured.get(stretch).startNanos()) {
                first[stretch] = Math.min(first[stretch], intendedStartNanos);
                last[stretch] = Math.max(last[stretch], intendedStartNanos);
                count[stretch]++;
                return;
            }
        }
    }

    /** Give requests a second; empty for fewer than two, or if all were to start at once. */
    OptionalDouble perSecond() {
        double seconds = 0;
        long distances = 0;
        for (int stretch = 0; stretch < count.length; stretch++) {
            if (count[stretch] > 1) {
                seconds += (last[stretch] - first[stretch]) / NANOS;
                distances += count[stretch] - 1;
            }
        }
        return seconds > 0 ? OptionalDouble.of(distances / seconds) : OptionalDouble.empty();
    }
}
