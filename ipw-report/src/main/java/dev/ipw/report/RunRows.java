package dev.ipw.report;

import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.report.power.InFlight;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The data of a run's queries for charts, in bounded memory: all queries if they are few, otherwise a random sample
 * (Vitter's algorithm R), and for each figure its count and its extremes. They are gathered in one pass over the
 * records.
 */
final class RunRows implements RecordGatherer {
    private static final int MAX_CAUSES = 50;
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final double NANOS = 1e9;
    private static final long SEED = 42;

    /** The figures of the joules of single queries, which are not drawn if only their bounds are usable. */
    private static final Set<Dimension> SHARES = EnumSet.of(Dimension.ENERGY_JOULES,
            Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, Dimension.POWER_WATTS);

    private final CountedRequests counting;
    private final Set<Dimension> unusable;
    private final int most;
    private final Map<Dimension, double[]> columns = new EnumMap<>(Dimension.class);
    private final Map<Dimension, Ends> ends = new EnumMap<>(Dimension.class);
    private final double[] startSeconds;
    private final double[] endSeconds;
    private final boolean[] failed;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<String, Cause> causes = new LinkedHashMap<>();
    private final InFlight inFlight;
    private int held;
    private long seen;
    private long failedCount;

    private RunRows(CountedRequests counting, Set<Dimension> dimensions, int most, Optional<TimeSpan> measured,
            Set<Dimension> unusable) {
        this.counting = counting;
        this.unusable = unusable;
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

    /**
     * Failed requests of one kind whose messages differ in numbers at most.
     *
     * @param message  the message of the first
     * @param id       the record of the first
     * @param question the question of the first
     */
    record Cause(String kind, String message, String id, String question, double startSeconds, long count) {
        private Cause withOneMore() {
            return new Cause(kind, message, id, question, startSeconds, count + 1);
        }
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
        boolean isUnusable = !FigureMark.ofShares(run.run().summary().totals()).isEmpty();
        return new RunRows(run.countedRequests(), dimensions, expected, measured(run.run()),
                isUnusable ? SHARES : Set.of());
    }

    /** Returns the span of all measurement windows. */
    static Optional<TimeSpan> measured(RunReader run) {
        List<TimeSpan> spans = run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .toList();
        return spans.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeSpan(spans.getFirst().startNanos(), spans.getLast().endNanos()));
    }

    @Override
    public void add(RecordedQuery record) {
        boolean counts = counting.includes(record);
        ResponseTimeline timeline = record.timeline();
        if (record.hasFailed()) {
            failedCount++;
            record.outcome().failure().ifPresent(failure -> add(failure, record));
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
            double value = (counts || !dimension.unit().equals("s")) && !unusable.contains(dimension)
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

    private void add(RequestFailure failure, RecordedQuery record) {
        String kind = failure.kind().label();
        String cause = kind + " " + DIGITS.matcher(failure.message()).replaceAll("#");
        // Beyond the first causes, those of a kind count as one.
        String key = causes.containsKey(cause) || causes.size() < MAX_CAUSES ? cause : kind;
        causes.merge(key, new Cause(kind, key.equals(cause) ? failure.message() : "other messages", record.id(),
                record.question().problem(), record.timeline().serviceStartNanos() / NANOS, 1),
                (known, one) -> known.withOneMore());
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

    /** Lists the causes of the failed requests, the most frequent first. */
    List<Cause> causes() {
        return causes.values().stream().sorted(Comparator.comparingLong(Cause::count).reversed()).toList();
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
