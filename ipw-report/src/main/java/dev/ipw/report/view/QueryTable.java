package dev.ipw.report.view;

import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.energy.TimeSpan;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.report.power.InFlight;
import dev.ipw.report.query.FailureCauses;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
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
final class QueryTable implements RecordGatherer {
    /** The figures by which queries are sorted. */
    static final List<Dimension> SORTED = List.of(Dimension.ENERGY_JOULES, Dimension.OUTPUT_TOKENS,
            Dimension.INPUT_TOKENS, Dimension.TIME_FROM_INTENDED_START, Dimension.TIME_TO_FIRST_TOKEN,
            Dimension.COST_USD);

    private static final double NANOS = 1e9;

    private final RunReader reader;
    private final Optional<TimeSpan> measured;
    private final InFlight inFlight;
    private final Map<Dimension, double[]> columns = new EnumMap<>(Dimension.class);
    private byte[] verdicts;
    private final long[] counts = new long[Verdict.values().length];
    private final FailureCauses causes = new FailureCauses();
    private final boolean areSharesTrusted;
    private final boolean areTimesUsable;
    private int size;
    private @Nullable RunPower power;
    private @Nullable Selection last;

    /** The verdicts by which queries are filtered. */
    enum Verdict {
        WRONG, RIGHT, UNSCORED, FAILED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The places that an order selects: neighbouring pages ask for them again. */
    private record Selection(QueryOrder order, int[] places) {}

    QueryTable(RunReader reader) {
        this.reader = reader;
        measured = InFlight.measured(reader);
        inFlight = new InFlight(measured.orElse(new TimeSpan(0, 1)));
        areSharesTrusted = FigureMark.ofShares(reader.summary().totals()).isEmpty();
        areTimesUsable = FigureMark.ofTimes(reader.summary().validity()).isEmpty();
        int expected = Math.clamp(reader.summary().totals().queries(), 16, 1 << 24);
        verdicts = new byte[expected];
        SORTED.forEach(dimension -> columns.put(dimension, new double[expected]));
    }

    @Override
    public void add(RecordedQuery query) {
        if (size == verdicts.length) {
            int larger = Math.addExact(size, size / 2);
            verdicts = Arrays.copyOf(verdicts, larger);
            columns.replaceAll((dimension, column) -> Arrays.copyOf(column, larger));
        }
        columns.forEach((dimension, column) -> column[size] = dimension.of(query).orElse(Double.NaN));
        Verdict verdict = verdict(query);
        verdicts[size] = (byte) verdict.ordinal();
        counts[verdict.ordinal()]++;
        inFlight.add(query.timeline().serviceStartNanos(), query.timeline().endNanos());
        causes.add(query, size);
        size++;
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
        return areSharesTrusted;
    }

    /** Returns whether the times of the run may be used. */
    boolean areTimesUsable() {
        return areTimesUsable;
    }

    /** Returns the number of queries that have a figure. */
    long known(Dimension dimension) {
        return IntStream.range(0, size).filter(place -> Double.isFinite(value(dimension, place))).count();
    }

    long count(Verdict verdict) {
        return counts[verdict.ordinal()];
    }

    FailureCauses causes() {
        return causes;
    }

    /** Returns the places of the queries that an order selects, in its order, on whichever page. */
    synchronized int[] places(QueryOrder order) {
        QueryOrder whole = order.at(1);
        if (last == null || !last.order.equals(whole)) {
            last = new Selection(whole, selected(whole));
        }
        return last.places;
    }

    private int[] selected(QueryOrder order) {
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
