package dev.ipw.cli.result;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.record.RecordedQuery;

/**
 * The number of retries.
 *
 * @param requests the number of requests that were retried
 * @param retries  the number of retries in total
 */
record RetriedRequests(long requests, long retries) {
    /** The gatherer of the retries of a run. */
    static final class Gatherer implements RecordGatherer {
        private long requests;
        private long retries;

        @Override
        public void add(RecordedQuery record) {
            int times = record.timeline().dispatch().retries();
            requests += times > 0 ? 1 : 0;
            retries += times;
        }

        public RetriedRequests finish() {
            return new RetriedRequests(requests, retries);
        }
    }

    /** Formats both numbers after a comma; empty if nothing was retried. */
    String text() {
        return requests == 0 ? "" : ", " + requests + " tried again (" + retries + " retries)";
    }
}
