package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.record.ProfilingRecord;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Count what was tried again.
 *
 * @param requests how many requests were
 * @param retries  how often in all
 */
record RetriedRequests(long requests, long retries) {
    /** Look at the requests of a run. */
    static RetriedRequests of(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            int[] retries = records.mapToInt(record -> record.outcome().timeline().departure().retries())
                    .filter(times -> times > 0).toArray();
            return new RetriedRequests(retries.length, IntStream.of(retries).sum());
        }
    }

    /** Write both numbers behind a comma, nothing if nothing was tried again. */
    String text() {
        return requests == 0 ? "" : ", " + requests + " tried again (" + retries + " retries)";
    }
}
