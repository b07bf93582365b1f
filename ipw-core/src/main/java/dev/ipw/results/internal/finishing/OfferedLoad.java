package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The offered load: the rate of the intended starts of requests, whatever their outcome. The rate of a random load
 * differs from the requested one. The time of the last answers is not included, nor is that between the windows of a
 * resumed run.
 */
final class OfferedLoad {
    private static final double NANOS = 1e9;

    private final List<TimeSpan> measured;
    private final long[] first;
    private final long[] last;
    private final long[] count;

    /**
     * Creates an empty count.
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

    /** Counts a request by its intended start. */
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

    /** Returns requests per second; empty for fewer than two, or if all had the same intended start. */
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
