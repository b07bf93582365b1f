package dev.ipw.telemetry;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Observe how often the energy counters of a source move: the median of the last intervals between two movements. The
 * thread that samples notes; any thread asks. Noting allocates nothing.
 */
final class UpdatePeriods {
    private static final int INTERVALS = 15;
    private static final int FEWEST_INTERVALS = 5;
    private static final long UNKNOWN = 0;

    private final List<Sensor> sensors;
    private final int[] counters;
    private final boolean[] read;
    private final boolean[] moved;
    private final long[] counts;
    private final long[] movedNanos;
    private final long[][] intervals;
    private final int[] filled;
    private final long[] sorted = new long[INTERVALS];
    private final AtomicLongArray medians;

    UpdatePeriods(List<Sensor> sensors) {
        this.sensors = List.copyOf(sensors);
        counters = IntStream.range(0, sensors.size())
                .filter(i -> sensors.get(i).quantity() == Quantity.ENERGY_COUNTER).toArray();
        read = new boolean[counters.length];
        moved = new boolean[counters.length];
        counts = new long[counters.length];
        movedNanos = new long[counters.length];
        intervals = new long[counters.length][INTERVALS];
        filled = new int[counters.length];
        medians = new AtomicLongArray(counters.length);
    }

    /** Look at a tick that was read as often as it is worth. */
    void note(long nanos, Tick tick) {
        for (int i = 0; i < counters.length; i++) {
            if (tick.isPresent(counters[i])) {
                note(i, nanos, tick.counts(counters[i]));
            }
        }
    }

    private void note(int counter, long nanos, long now) {
        if (read[counter] && now != counts[counter]) {
            if (moved[counter]) {
                intervals[counter][filled[counter] % INTERVALS] = nanos - movedNanos[counter];
                filled[counter]++;
                medians.set(counter, median(counter));
            }
            moved[counter] = true;
            movedNanos[counter] = nanos;
        }
        read[counter] = true;
        counts[counter] = now;
    }

    private long median(int counter) {
        int known = Math.min(filled[counter], INTERVALS);
        if (known < FEWEST_INTERVALS) {
            return medians.get(counter);
        }
        System.arraycopy(intervals[counter], 0, sorted, 0, known);
        Arrays.sort(sorted, 0, known);
        return sorted[known / 2];
    }

    /** Forget the last movements: the next tick comes after a rest. */
    void rest() {
        Arrays.fill(read, false);
        Arrays.fill(moved, false);
    }

    /** Observe anew, since the intervals so far were seen through another period. The medians stand meanwhile. */
    void restart() {
        rest();
        Arrays.fill(filled, 0);
    }

    /** Return whether enough intervals were seen since the last restart. */
    boolean isKnown() {
        for (int known : filled) {
            if (known >= FEWEST_INTERVALS) {
                return true;
            }
        }
        return false;
    }

    /** Return the interval of the fastest counter of which enough were seen since the last restart. */
    long fastestNanos() {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < counters.length; i++) {
            fastest = filled[i] >= FEWEST_INTERVALS ? Math.min(fastest, medians.get(i)) : fastest;
        }
        return fastest;
    }

    /** Return the interval of the slowest counter, or what is assumed where none was seen. */
    long slowestNanos(long assumedNanos) {
        long slowest = UNKNOWN;
        for (int i = 0; i < counters.length; i++) {
            slowest = Math.max(slowest, medians.get(i));
        }
        return slowest == UNKNOWN ? assumedNanos : slowest;
    }

    /** Return the interval of each device whose counter was seen to move, of several counters the shortest. */
    Map<String, Long> byDevice() {
        Map<String, Long> periods = new HashMap<>();
        for (int i = 0; i < counters.length; i++) {
            if (medians.get(i) != UNKNOWN) {
                periods.merge(sensors.get(counters[i]).device(), medians.get(i), Math::min);
            }
        }
        return periods;
    }
}
