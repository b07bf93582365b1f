package dev.ipw.analysis;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.LoadSettings;
import dev.ipw.results.RunReader;
import java.util.stream.Stream;

/**
 * Say which requests count in the latency figures: not those that were to start too soon after the first, nor those that ended
 * too late before the last. Joules are never cut.
 *
 * @param startNanos the first intended start that counts, since the run's anchor
 * @param endNanos   the last end that counts
 * @param kept       how many requests count
 * @param leftOut    how many do not
 */
public record KeptRequests(long startNanos, long endNanos, long kept, long leftOut) {
    private static final double NANOS = 1e9;

    /**
     * Find the requests of a run that count.
     *
     * @param run the run
     * @return all of them where its load has no cut
     */
    public static KeptRequests of(RunReader run) {
        LoadSettings.Cut cut = run.summary().configuration().load().cut();
        long queries = run.summary().totals().queries();
        KeptRequests all = new KeptRequests(Long.MIN_VALUE, Long.MAX_VALUE, queries, 0);
        if (cut.equals(LoadSettings.Cut.NONE) || queries == 0) {
            return all;
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                first = Math.min(first, record.outcome().timeline().intendedStartNanos());
                last = Math.max(last, record.outcome().timeline().endNanos());
            }
        }
        KeptRequests bounds = new KeptRequests(first + Math.round(cut.startSeconds() * NANOS),
                last - Math.round(cut.endSeconds() * NANOS), 0, 0);
        try (Stream<ProfilingRecord> records = run.records()) {
            long kept = records.filter(bounds::keeps).count();
            return new KeptRequests(bounds.startNanos, bounds.endNanos, kept, queries - kept);
        }
    }

    /**
     * Say whether a request counts.
     *
     * @param record the request
     * @return true if it lies within the bounds
     */
    public boolean keeps(ProfilingRecord record) {
        return record.outcome().timeline().intendedStartNanos() >= startNanos
                && record.outcome().timeline().endNanos() <= endNanos;
    }
}
