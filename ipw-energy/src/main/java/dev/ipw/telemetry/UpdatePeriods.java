package dev.ipw.telemetry;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The observed update periods of a source's energy counters: the median of the last intervals between two movements.
 * The sampling thread records; any thread reads. Recording allocates nothing.
 */
final class UpdatePeriods {
    private static final long UNKNOWN = 0;
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final List<Sensor> sensors;
    private final int[] counters;
    private final boolean[] read;
    private final boolean[] moved;
    private final long[] counts;
    private final long[] movedNanos;
    private final long[] readNanos;
    private final RecentMedian[] intervals;

    UpdatePeriods(List<Sensor> sensors) {
        this.sensors = List.copyOf(sensors);
        counters = IntStream.range(0, sensors.size())
                .filter(i -> sensors.get(i).quantity() == Quantity.ENERGY_COUNTER).toArray();
        read = new boolean[counters.length];
        moved = new boolean[counters.length];
        counts = new long[counters.length];
        movedNanos = new long[counters.length];
        readNanos = new long[counters.length];
        intervals = Stream.generate(RecentMedian::new).limit(counters.length).toArray(RecentMedian[]::new);
    }

    /** Records the movements of the counters up to a tick. */
    void note(long nanos, Tick tick) {
        for (int i = 0; i < counters.length; i++) {
            if (tick.isPresent(counters[i])) {
                note(i, nanos, tick.counts(counters[i]));
            }
        }
    }

    private void note(int counter, long nanos, long now) {
        if (sensors.get(counters[counter]).readingNanos().isPresent()
                && nanos - readNanos[counter] > LONGEST_PAUSE_NANOS) {
            // Movements were missed while it was not read.
            read[counter] = false;
            moved[counter] = false;
        }
        readNanos[counter] = nanos;
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

    /** Forgets the last movements, because the next tick comes after a rest. */
    void rest() {
        Arrays.fill(read, false);
        Arrays.fill(moved, false);
    }

    /**
     * Starts over, because the intervals so far were observed through another period. The last medians stay valid
     * meanwhile.
     */
    void restart() {
        rest();
        for (RecentMedian some : intervals) {
            some.restart();
        }
    }

    /** Returns whether enough intervals were observed since the last restart. */
    boolean isKnown() {
        for (RecentMedian some : intervals) {
            if (some.isKnown()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the interval of the fastest counter with enough observed intervals since the last restart. */
    long fastestNanos() {
        long fastest = Long.MAX_VALUE;
        for (RecentMedian some : intervals) {
            fastest = some.isKnown() ? Math.min(fastest, some.nanos()) : fastest;
        }
        return fastest;
    }

    /** Returns the interval of the slowest counter, or the assumed one if none was observed. */
    long slowestNanos(long assumedNanos) {
        long slowest = UNKNOWN;
        for (RecentMedian some : intervals) {
            slowest = Math.max(slowest, some.nanos());
        }
        return slowest == UNKNOWN ? assumedNanos : slowest;
    }

    /** Returns the interval of each device whose counter moved; the shortest if it has several counters. */
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
