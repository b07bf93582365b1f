package dev.ipw.analysis.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary.RunSegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The requests that count in the latency figures: all but those that the load's cuts omit at its beginning and end. A
 * resumed run is cut in each measurement window, because the load starts again in each. Joules are never cut.
 */
public final class CountedRequests {
    private static final double NANOS = 1e9;

    /** The bounds of each window by its start; empty if all requests count. */
    private final NavigableMap<Long, Bounds> windows;
    private final long count;
    private final long excludedCount;

    private CountedRequests(NavigableMap<Long, Bounds> windows, long count, long excludedCount) {
        this.windows = windows;
        this.count = count;
        this.excludedCount = excludedCount;
    }

    /** The first intended start and the last end, in nanoseconds since the run's anchor. */
    private record Bounds(long startNanos, long endNanos) {
        private static final Bounds NONE = new Bounds(Long.MAX_VALUE, Long.MIN_VALUE);

        Bounds with(long start, long end) {
            return new Bounds(Math.min(startNanos, start), Math.max(endNanos, end));
        }

        Bounds within(LoadSettings.Cut cut) {
            return new Bounds(startNanos + Math.round(cut.startSeconds() * NANOS),
                    endNanos - Math.round(cut.endSeconds() * NANOS));
        }

        boolean hold(long start, long end) {
            return start >= startNanos && end <= endNanos;
        }
    }

    /**
     * Finds the requests of a run that count in the latency figures.
     *
     * @param run the run
     * @return the requests; all of them if its load has no cut
     */
    public static CountedRequests of(RunReader run) {
        LoadSettings.Cut cut = run.summary().configuration().load().cut();
        long queries = run.summary().totals().queries();
        if (cut.equals(LoadSettings.Cut.NONE) || queries == 0) {
            return new CountedRequests(new TreeMap<>(), queries, 0);
        }
        NavigableMap<Long, Bounds> outer = new TreeMap<>(Map.of(Long.MIN_VALUE, Bounds.NONE));
        run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream).skip(1)
                .map(TimeSpan::startNanos).forEach(start -> outer.put(start, Bounds.NONE));
        Moments moments = new Moments();
        RecordGatherer.gather(run, List.of(moments));
        moments.forEach((start, end) -> outer.computeIfPresent(window(outer, start),
                (begin, bounds) -> bounds.with(start, end)));
        NavigableMap<Long, Bounds> inner = new TreeMap<>(outer);
        inner.replaceAll((start, bounds) -> bounds.equals(Bounds.NONE) ? bounds : bounds.within(cut));
        long[] count = {0};
        moments.forEach((start, end) -> count[0] += holds(inner, start, end) ? 1 : 0);
        return new CountedRequests(inner, count[0], queries - count[0]);
    }

    /** The gatherer of the intended start and the end of each request. */
    private static final class Moments implements RecordGatherer {
        private long[] starts = new long[1024];
        private long[] ends = new long[1024];
        private int count;

        @Override
        public void add(RecordedQuery record) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count + (count >> 1));
                ends = Arrays.copyOf(ends, starts.length);
            }
            starts[count] = record.timeline().intendedStartNanos();
            ends[count++] = record.timeline().endNanos();
        }

        void forEach(Request consumer) {
            for (int index = 0; index < count; index++) {
                consumer.accept(starts[index], ends[index]);
            }
        }
    }

    private interface Request {
        void accept(long startNanos, long endNanos);
    }

    private static boolean holds(NavigableMap<Long, Bounds> windows, long startNanos, long endNanos) {
        return Objects.requireNonNull(windows.get(window(windows, startNanos))).hold(startNanos, endNanos);
    }

    private static Long window(NavigableMap<Long, Bounds> windows, long startNanos) {
        return Objects.requireNonNull(windows.floorKey(startNanos));
    }

    /**
     * Returns the number of requests that count.
     *
     * @return their number
     */
    public long count() {
        return count;
    }

    /**
     * Returns the number of requests that do not count.
     *
     * @return their number
     */
    public long excludedCount() {
        return excludedCount;
    }

    /**
     * Returns whether a request counts.
     *
     * @param record a request of the run
     * @return true if it is within the bounds of its window
     */
    public boolean includes(RecordedQuery record) {
        return windows.isEmpty() || holds(windows, record.timeline().intendedStartNanos(),
                record.timeline().endNanos());
    }
}
