package dev.ipw.report.power;

import dev.ipw.energy.TimeSpan;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import java.util.List;
import java.util.Optional;

/**
 * The number of requests in flight over a run, as means over equal buckets of time. Each request costs the same
 * regardless of its duration: only its two ends are stored, and summed at the end.
 */
public final class InFlight {
    private static final int BUCKETS = 400;
    private static final double NANOS = 1e9;

    private final long startNanos;
    private final double bucketNanos;
    // The change of the number in flight from one bucket to the next, and the partial occupation of a bucket.
    private final double[] change = new double[BUCKETS + 1];
    private final double[] part = new double[BUCKETS + 1];

    /** Returns the span of all measurement windows of a run; those of merged shards may overlap. */
    public static Optional<TimeSpan> measured(RunReader run) {
        List<TimeSpan> spans = run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .toList();
        return spans.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeSpan(spans.stream().mapToLong(TimeSpan::startNanos).min().orElseThrow(),
                        spans.stream().mapToLong(TimeSpan::endNanos).max().orElseThrow()));
    }

    public InFlight(TimeSpan span) {
        startNanos = span.startNanos();
        bucketNanos = Math.max(1, span.endNanos() - span.startNanos()) / (double) BUCKETS;
    }

    public void add(long fromNanos, long toNanos) {
        double from = place(fromNanos);
        double to = place(toNanos);
        int first = (int) from;
        int last = (int) to;
        if (first == last) {
            part[first] += to - from;
            return;
        }
        part[first] += first + 1 - from;
        change[first + 1] += 1;
        change[last] -= 1;
        part[last] += to - last;
    }

    private double place(long nanos) {
        return Math.clamp((nanos - startNanos) / bucketNanos, 0, BUCKETS);
    }

    /** Returns the middle of each bucket, in seconds since the run's anchor. */
    public double[] seconds() {
        double[] seconds = new double[BUCKETS];
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            seconds[bucket] = (startNanos + (bucket + 0.5) * bucketNanos) / NANOS;
        }
        return seconds;
    }

    /** Returns the mean number of requests in each bucket. */
    public double[] requests() {
        double[] requests = new double[BUCKETS];
        double busy = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            busy += change[bucket];
            requests[bucket] = busy + part[bucket];
        }
        return requests;
    }
}
