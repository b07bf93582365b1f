package dev.ipw.cli;

import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.record.ProfilingRecord;

/**
 * Count what was tried again.
 *
 * @param requests how many requests were
 * @param retries  how often in all
 */
record RetriedRequests(long requests, long retries) {
    /** Count those of a run. */
    static final class Gatherer implements RecordGatherer {
        private long requests;
        private long retries;

        @Override
        public void add(ProfilingRecord record) {
            int times = record.outcome().timeline().dispatch().retries();
            requests += times > 0 ? 1 : 0;
            retries += times;
        }

        RetriedRequests finish() {
            return new RetriedRequests(requests, retries);
        }
    }

    /** Write both numbers behind a comma, nothing if nothing was tried again. */
    String text() {
        return requests == 0 ? "" : ", " + requests + " tried again (" + retries + " retries)";
    }
}
