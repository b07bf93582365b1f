package dev.ipw.report;

import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.report.power.InFlight;
import dev.ipw.report.query.FailureCauses;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The data of a run's queries for charts, in bounded memory: all queries if they are few, otherwise a random sample
 * (Vitter's algorithm R), and for each figure its count and its extremes. They are gathered in one pass over the
 * records.
 */
final class RunRows implements RecordGatherer {
    private static final double NANOS = 1e9;
    private static final long SEED = 42;

    private final CountedRequests counting;
    /** Whether the joules of single queries are left out, because only their bounds are usable. */
    private final boolean leavesOutShares;
    private final int most;
    private final Map<Dimension, double[]> columns = new EnumMap<>(Dimension.class);
    private final Map<Dimension, Ends> ends = new EnumMap<>(Dimension.class);
    private final double[] startSeconds;
    private final double[] endSeconds;
    private final boolean[] failed;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final FailureCauses causes = new FailureCauses();
    private final InFlight inFlight;
    private int held;
    private long seen;
    private long failedCount;

    private RunRows(CountedRequests counting, Set<Dimension> dimensions, int most, Optional<TimeSpan> measured,
            boolean leavesOutShares) {
        this.counting = counting;
        this.leavesOutShares = leavesOutShares;
        this.most = most;
        startSeconds = new double[most];
        endSeconds = new double[most];
        failed = new boolean[most];
        inFlight = new InFlight(measured.orElse(new TimeSpan(0, 1)));
        dimensions.forEach(dimension -> {
            columns.put(dimension, new double[most]);
            ends.put(dimension, new Ends());
        });
    }

    /** The count, minimum and maximum of figures. */
    static final class Ends {
        private long count;
        private double least = Double.POSITIVE_INFINITY;
        private double largest = Double.NEGATIVE_INFINITY;

        private void add(double value) {
            count++;
            least = Math.min(least, value);
            largest = Math.max(largest, value);
        }

        long count() {
            return count;
        }

        double least() {
            return least;
        }

        double largest() {
            return largest;
        }
    }

    /**
     * Creates a gatherer of a run's queries.
     *
     * @param dimensions the dimensions to store of each query
     * @param most       the maximum number of stored queries
     */
    static RunRows expecting(AnalysedRun run, Set<Dimension> dimensions, int most) {
        int expected = Math.clamp(run.run().summary().totals().queries(), 1, most);
        return new RunRows(run.countedRequests(), dimensions, expected, InFlight.measured(run.run()),
                !FigureMark.ofShares(run.run().summary().totals()).isEmpty());
    }

    @Override
    public void add(RecordedQuery record) {
        boolean counts = counting.includes(record);
        ResponseTimeline timeline = record.timeline();
        if (record.hasFailed()) {
            failedCount++;
            causes.add(record, seen);
        }
        inFlight.add(timeline.serviceStartNanos(), timeline.endNanos());
        int row = seen < most ? (int) seen : (int) Math.min(random.nextLong(seen + 1), most);
        seen++;
        held = (int) Math.min(seen, most);
        boolean isHeld = row < most;
        if (isHeld) {
            startSeconds[row] = timeline.serviceStartNanos() / NANOS;
            endSeconds[row] = timeline.endNanos() / NANOS;
            failed[row] = record.hasFailed();
        }
        columns.forEach((dimension, column) -> {
            // A load may exclude its start and end from times, but from nothing else.
            double value = (counts || !dimension.unit().equals("s")) && !(leavesOutShares && dimension.isShare())
                    ? dimension.of(record).orElse(Double.NaN)
                    : Double.NaN;
            if (Double.isFinite(value)) {
                ends(dimension).add(value);
            }
            if (isHeld) {
                column[row] = value;
            }
        });
    }

    /** Returns the number of the run's queries. */
    long queries() {
        return seen;
    }

    /** Returns the number of stored queries. */
    int held() {
        return held;
    }

    long failedQueries() {
        return failedCount;
    }

    FailureCauses causes() {
        return causes;
    }

    InFlight inFlight() {
        return inFlight;
    }

    Ends ends(Dimension dimension) {
        return Objects.requireNonNull(ends.get(dimension), "a dimension that was not read");
    }

    /** Returns a figure of each stored query; NaN if a query does not have it. */
    double[] column(Dimension dimension) {
        return Arrays.copyOf(Objects.requireNonNull(columns.get(dimension), "a dimension that was not read"), held);
    }

    /** Returns a figure of the stored queries that have it, in ascending order. */
    double[] sorted(Dimension dimension) {
        return Arrays.stream(column(dimension)).filter(Double::isFinite).sorted().toArray();
    }

    double startSeconds(int row) {
        return startSeconds[row];
    }

    double endSeconds(int row) {
        return endSeconds[row];
    }

    boolean hasFailed(int row) {
        return failed[row];
    }
}
