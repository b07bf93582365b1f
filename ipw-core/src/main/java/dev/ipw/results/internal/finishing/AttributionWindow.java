package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.results.internal.journal.JournalDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a measurement window with few enough requests to attribute their energy in memory.
 *
 * @param span       its span
 * @param startLimit requests that start before this moment, and not in an earlier part, belong to it
 * @param started    the number of requests that start before that moment
 */
record AttributionWindow(TimeSpan span, long startLimit, int started) {
    private static final int MAX_REQUESTS = 16_384;
    private static final int MIN_REQUESTS = 512;
    private static final double MAX_CHUNKS = 500_000;

    /** Cuts the measured time of a run, if necessary, at moments with the minimum number of requests in flight. */
    static List<AttributionWindow> of(JournalDigest digest) {
        int most = (int) Math.clamp(MAX_CHUNKS / Math.max(1, digest.chunksPerRequest()), MIN_REQUESTS,
                MAX_REQUESTS);
        return of(digest.measured(), digest.times(), most);
    }

    static List<AttributionWindow> of(List<TimeSpan> measured, ActiveTimes times, int most) {
        List<AttributionWindow> windows = new ArrayList<>();
        for (TimeSpan whole : measured) {
            long from = whole.startNanos();
            int first = times.startsBefore(from);
            int started = times.startsBefore(whole.endNanos() + 1);
            while (started - first > most) {
                long cut = quietest(times, first + most / 2, first + most);
                if (cut <= from) {
                    break;
                }
                first = times.startsBefore(cut);
                windows.add(new AttributionWindow(new TimeSpan(from, cut), cut, first));
                from = cut;
            }
            windows.add(new AttributionWindow(new TimeSpan(from, whole.endNanos()), whole.endNanos() + 1, started));
        }
        return windows;
    }

    /** Returns the latest of the starts with the minimum number of requests in flight. */
    private static long quietest(ActiveTimes times, int first, int last) {
        int fewest = Integer.MAX_VALUE;
        long quietest = times.start(last);
        for (int rank = first; rank <= last; rank++) {
            long start = times.start(rank);
            int inFlight = times.startsBefore(start) - times.endsBefore(start);
            if (inFlight <= fewest) {
                fewest = inFlight;
                quietest = start;
            }
        }
        return quietest;
    }

    /** Returns whether a request was served in this part. */
    boolean serves(long startNanos, long endNanos) {
        return startNanos < startLimit && (endNanos > span.startNanos() || startNanos >= span.startNanos());
    }
}
