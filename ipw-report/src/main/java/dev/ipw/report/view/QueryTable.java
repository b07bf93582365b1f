package dev.ipw.report.view;

import dev.ipw.analysis.FigureMark;
import dev.ipw.energy.TimeSpan;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.report.power.InFlight;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of all queries of a run by which they are sorted and filtered, some 60 bytes each. The texts stay in the
 * run's files.
 */
final class QueryTable {
    /** The runs whose queries are kept in memory. */
    static final int MAX_KEPT = 4;
    /** The figures by which queries are sorted. */
    static final List<Dimension> SORTED = List.of(Dimension.ENERGY_JOULES, Dimension.OUTPUT_TOKENS,
            Dimension.INPUT_TOKENS, Dimension.TIME_FROM_INTENDED_START, Dimension.TIME_TO_FIRST_TOKEN,
            Dimension.COST_USD);

    private static final int MAX_CAUSES = 20;
    private static final int MAX_CAUSE = 160;
    private static final String OTHER_CAUSES = "other causes";
    private static final double NANOS = 1e9;

    private final BrowsedRun run;
    private final FileTime time;
    private final RunReader reader;
    private final Optional<TimeSpan> measured;
    private final InFlight inFlight;
    private final Map<Dimension, double[]> columns = new EnumMap<>(Dimension.class);
    private byte[] verdicts;
    private final Map<String, Cause> causes = new LinkedHashMap<>();
    private int size;
    private @Nullable RunPower power;

    /** The verdicts by which queries are filtered. */
    enum Verdict {
        WRONG, RIGHT, UNSCORED, FAILED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A cause of failures.
     *
     * @param text  its kind and message, without numbers that differ
     * @param first the place of the first query that failed so
     * @param count the number of such queries
     */
    record Cause(String text, int first, long count) {}

    private QueryTable(BrowsedRun run, FileTime time, RunReader reader) {
        this.run = run;
        this.time = time;
        this.reader = reader;
        List<TimeSpan> spans = reader.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .toList();
        measured = spans.isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeSpan(spans.stream().mapToLong(TimeSpan::startNanos).min().orElseThrow(),
                        spans.stream().mapToLong(TimeSpan::endNanos).max().orElseThrow()));
        inFlight = new InFlight(measured.orElse(new TimeSpan(0, 1)));
        int expected = Math.clamp(reader.summary().totals().queries(), 16, 1 << 24);
        verdicts = new byte[expected];
        SORTED.forEach(dimension -> columns.put(dimension, new double[expected]));
    }

    static QueryTable of(BrowsedRun run) {
        QueryTable table = new QueryTable(run, timeOf(run), run.open());
        table.reader.forEachQuery(table::add);
        return table;
    }

    static FileTime timeOf(BrowsedRun run) {
        try {
            return Files.getLastModifiedTime(run.directory().summary());
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    /** Returns whether this is the state of the run in its folder. */
    boolean isOf(BrowsedRun other) {
        return run.path().equals(other.path()) && time.equals(timeOf(other));
    }

    private void add(RecordedQuery query) {
        if (size == verdicts.length) {
            int larger = Math.addExact(size, size / 2);
            verdicts = Arrays.copyOf(verdicts, larger);
            columns.replaceAll((dimension, column) -> Arrays.copyOf(column, larger));
        }
        columns.forEach((dimension, column) -> column[size] = dimension.of(query).orElse(Double.NaN));
        verdicts[size] = (byte) verdict(query).ordinal();
        inFlight.add(query.timeline().serviceStartNanos(), query.timeline().endNanos());
        if (query.hasFailed()) {
            query.outcome().failure().ifPresent(failure -> {
                String text = cause(failure.kind().label() + ": " + failure.message());
                String counted = causes.containsKey(text) || causes.size() < MAX_CAUSES ? text : OTHER_CAUSES;
                causes.merge(counted, new Cause(counted, size, 1),
                        (known, one) -> new Cause(counted, known.first, known.count + 1));
            });
        }
        size++;
    }

    /** Returns a message by which equal failures are counted: without its numbers, which often differ. */
    private static String cause(String message) {
        String general = message.replaceAll("\\d+", "N");
        return general.length() <= MAX_CAUSE ? general : general.substring(0, MAX_CAUSE) + "\u2026";
    }

    static Verdict verdict(RecordedQuery query) {
        if (query.hasFailed()) {
            return Verdict.FAILED;
        }
        return query.isCorrect().map(right -> right ? Verdict.RIGHT : Verdict.WRONG).orElse(Verdict.UNSCORED);
    }

    /** Returns the power of the run's devices, which is read once. */
    synchronized RunPower power() {
        if (power == null) {
            power = RunPower.of(reader);
        }
        return power;
    }

    int size() {
        return size;
    }

    RunReader reader() {
        return reader;
    }

    Optional<TimeSpan> measured() {
        return measured;
    }

    InFlight inFlight() {
        return inFlight;
    }

    Verdict verdict(int place) {
        return Verdict.values()[verdicts[place]];
    }

    double value(Dimension dimension, int place) {
        double[] column = columns.get(dimension);
        return column == null ? Double.NaN : column[place];
    }

    /** Returns whether the shares of single queries may be used, and not only their ranges. */
    boolean areSharesTrusted() {
        return FigureMark.ofShares(reader.summary().totals()).isEmpty();
    }

    /** Returns whether the times of the run may be used. */
    boolean areTimesUsable() {
        return FigureMark.ofTimes(reader.summary().validity()).isEmpty();
    }

    /** Returns the number of queries that have a figure. */
    long known(Dimension dimension) {
        return IntStream.range(0, size).filter(place -> Double.isFinite(value(dimension, place))).count();
    }

    /** Returns whether any query has a figure. */
    boolean has(Dimension dimension) {
        return IntStream.range(0, size).anyMatch(place -> Double.isFinite(value(dimension, place)));
    }

    long count(Verdict verdict) {
        return IntStream.range(0, size).filter(place -> verdicts[place] == verdict.ordinal()).count();
    }

    /** Lists the causes of failures, the most frequent first. */
    List<Cause> causes() {
        return causes.values().stream().sorted((one, other) -> Long.compare(other.count, one.count)).toList();
    }

    /** Returns the places of the queries that an order selects, in its order. */
    int[] places(QueryOrder order) {
        Optional<BitSet> found = order.text().map(this::containing);
        IntStream selected = IntStream.range(0, size)
                .filter(place -> order.verdict().isEmpty() || verdict(place) == order.verdict().get())
                .filter(place -> found.isEmpty() || found.get().get(place));
        if (order.sort().isEmpty()) {
            return selected.toArray();
        }
        double[] column = columns.getOrDefault(order.sort().get(), new double[0]);
        int sign = order.isRising() ? 1 : -1;
        // A query without the figure comes last in both directions.
        return selected.boxed().sorted((one, other) -> {
            boolean isKnown = !Double.isNaN(column[one]);
            return isKnown != !Double.isNaN(column[other])
                    ? isKnown ? -1 : 1
                    : sign * Double.compare(column[one], column[other]);
        }).mapToInt(Integer::intValue).toArray();
    }

    private BitSet containing(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        BitSet found = new BitSet(size);
        int[] place = {0};
        reader.forEachQuery(query -> {
            if (contains(query.id(), wanted) || contains(query.question().problem(), wanted)
                    || contains(query.subject().orElse(""), wanted) || contains(query.outcome().answer(), wanted)) {
                found.set(place[0]);
            }
            place[0]++;
        });
        return found;
    }

    private static boolean contains(String text, String wanted) {
        return text.toLowerCase(Locale.ROOT).contains(wanted);
    }

    /** Reads the queries at some places, in the order of the places. */
    List<ProfilingRecord> records(int... places) {
        long[] rising = Arrays.stream(places).asLongStream().sorted().distinct().toArray();
        List<ProfilingRecord> read = reader.recordsAt(rising);
        List<ProfilingRecord> ordered = new ArrayList<>();
        for (int place : places) {
            ordered.add(read.get(Arrays.binarySearch(rising, place)));
        }
        return ordered;
    }

    /** Returns the place of the first query of a question. */
    Optional<Integer> placeOf(String questionId) {
        int[] place = {0, -1};
        reader.forEachQuery(query -> {
            if (place[1] < 0 && query.questionId().equals(questionId)) {
                place[1] = place[0];
            }
            place[0]++;
        });
        return place[1] < 0 ? Optional.empty() : Optional.of(place[1]);
    }

    /** Reads the ids of all queries. */
    List<String> ids() {
        List<String> ids = new ArrayList<>(size);
        reader.forEachQuery(query -> ids.add(query.id()));
        return ids;
    }

    /** Returns a time in seconds since the run's anchor. */
    static double seconds(long nanos) {
        return nanos / NANOS;
    }
}
