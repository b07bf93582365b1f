package dev.ipw.telemetry;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Observe how often the energy counters of a source move: the median of the last intervals between two movements. The
 * thread that samples notes; any thread asks. Noting allocates nothing.
 */
final class UpdatePeriods {
    private static final long UNKNOWN = 0;

    private final List<Sensor> sensors;
    private final int[] counters;
    private final boolean[] read;
    private final boolean[] moved;
    private final long[] counts;
    private final long[] movedNanos;
    private final RecentMedian[] intervals;

    UpdatePeriods(List<Sensor> sensors) {
        this.sensors = List.copyOf(sensors);
        counters = IntStream.range(0, sensors.size())
                .filter(i -> sensors.get(i).quantity() == Quantity.ENERGY_COUNTER).toArray();
        read = new boolean[counters.length];
        moved = new boolean[counters.length];
        counts = new long[counters.length];
        movedNanos = new long[counters.length];
        intervals = Stream.generate(RecentMedian::new).limit(counters.length).toArray(RecentMedian[]::new);
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
                intervals[counter].add(nanos - movedNanos[counter]);
            }
            moved[counter] = true;
            movedNanos[counter] = nanos;
        }
        read[counter] = true;
        counts[counter] = now;
    }

    /** Forget the last movements: the next tick comes after a rest. */
    void rest() {
        Arrays.fill(read, false);
        Arrays.fill(moved, false);
    }

    /** Observe anew, since the intervals so far were seen through another period. The medians stand meanwhile. */
    void restart() {
        rest();
        for (RecentMedian some : intervals) {
            some.restart();
        }
    }

    /** Return whether enough intervals were seen since the last restart. */
    boolean isKnown() {
        for (RecentMedian some : intervals) {
            if (some.isKnown()) {
                return true;
            }
        }
        return false;
    }

    /** Return the interval of the fastest counter of which enough were seen since the last restart. */
    long fastestNanos() {
        long fastest = Long.MAX_VALUE;
        for (RecentMedian some : intervals) {
            fastest = some.isKnown() ? Math.min(fastest, some.nanos()) : fastest;
        }
        return fastest;
    }

    /** Return the interval of the slowest counter, or what is assumed where none was seen. */
    long slowestNanos(long assumedNanos) {
        long slowest = UNKNOWN;
        for (RecentMedian some : intervals) {
            slowest = Math.max(slowest, some.nanos());
        }
        return slowest == UNKNOWN ? assumedNanos : slowest;
    }

    /** Return the interval of each device whose counter was seen to move, of several counters the shortest. */
    Map<String, Long> byDevice() {
        Map<String, Long> periods = new HashMap<>();
        for (int i = 0; i < counters.length; i++) {
            if (intervals[i].nanos() != UNKNOWN) {
                periods.merge(sensors.get(counters[i]).device(), intervals[i].nanos(), Math::min);
            }
        }
        return periods;
    }
}
