package dev.ipw.analysis.steady;

import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.TimeSpan;
import java.util.List;

/**
 * The queries served in a window of a run.
 *
 * @param span     its span
 * @param measured the measured windows; the time between them does not count
 * @param queries  the queries of the run
 */
record SteadyWindow(TimeSpan span, List<TimeSpan> measured, ServedQueries queries) {
    private static final int PARTS = 20;
    private static final double NANOS = 1e9;

    /** Returns its measured seconds. */
    double seconds() {
        return measured.stream().mapToLong(one -> overlap(one.startNanos(), one.endNanos())).sum() / NANOS;
    }

    private long overlap(long from, long to) {
        return Math.max(0, Math.min(to, span.endNanos()) - Math.max(from, span.startNanos()));
    }

    /** Returns the number of answers to requests sent in it. */
    long sent() {
        long[] sent = {0};
        queries.forEachAnswer((start, end, first) -> sent[0] += start >= span.startNanos() && start < span.endNanos()
                ? 1
                : 0);
        return sent[0];
    }

    ServedQueries.Times times() {
        return queries.sentIn(span);
    }

    double outputTokens() {
        return queries.outputTokens(span);
    }

    /** Returns the number of answers, each weighted by the part of its time in the window. */
    double answers() {
        double[] sum = {0};
        queries.forEachAnswer((start, end, first) -> {
            if (end > start) {
                sum[0] += (double) overlap(start, end) / (end - start);
            }
        });
        return sum[0];
    }

    /** Checks that neither the time to first token nor the answers a second rise or fall over the window. */
    List<SteadinessCheck> checks() {
        SteadinessCheck first = new SteadinessCheck("time_to_first_token", "s", 1, PARTS);
        SteadinessCheck rate = new SteadinessCheck(RunFigure.REQUESTS_PER_SECOND.label(), "1/s", PARTS / seconds(),
                PARTS);
        queries.forEachAnswer((start, end, seconds) -> {
            if (start >= span.startNanos() && start < span.endNanos() && !Double.isNaN(seconds)) {
                first.add(part(start), seconds);
            }
            if (end >= span.startNanos() && end < span.endNanos()) {
                rate.count(part(end));
            }
        });
        return measured.stream().filter(one -> overlap(one.startNanos(), one.endNanos()) > 0).count() == 1
                ? List.of(first, rate)
                : List.of(first);
    }

    private int part(long nanos) {
        return (int) ((nanos - span.startNanos()) / (double) (span.endNanos() - span.startNanos()) * PARTS);
    }
}
