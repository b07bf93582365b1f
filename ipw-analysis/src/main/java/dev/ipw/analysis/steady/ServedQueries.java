package dev.ipw.analysis.steady;

import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.SteadyLoad;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;

/** The time in which each request was served, its outcome and its latencies, in columns of plain numbers. */
final class ServedQueries implements MergeableGatherer<ServedQueries> {
    static final Set<Dimension> COLUMNS = Set.of(Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN,
            Dimension.TIME_FROM_INTENDED_START, Dimension.OUTPUT_TOKENS);
    static final int BYTES_PER_QUERY = 2 * Long.BYTES;
    private static final double NANOS = 1e9;
    private static final int FIRST_ROOM = 1024;

    private final Map<Figure, QueryColumn> figures = new EnumMap<>(Figure.class);
    private final QueryColumn tokens;
    private final QueryMask answered;
    private long[] starts = new long[FIRST_ROOM];
    private final QueryMask ordered = new QueryMask(record -> record.timeline().isOrdered());
    private long[] ends = new long[FIRST_ROOM];
    private int count;

    ServedQueries(AnalysedRun run) {
        tokens = run.column(Dimension.OUTPUT_TOKENS);
        answered = run.answered();
        for (Figure figure : Figure.values()) {
            figures.put(figure, run.column(figure.dimension));
        }
    }

    /** The times of an answer. */
    enum Figure {
        TIME_TO_FIRST_TOKEN(Dimension.TIME_TO_FIRST_TOKEN),
        TIME_PER_OUTPUT_TOKEN(Dimension.TIME_PER_OUTPUT_TOKEN),
        TIME_FROM_INTENDED_START(Dimension.TIME_FROM_INTENDED_START);

        private final Dimension dimension;

        Figure(Dimension dimension) {
            this.dimension = dimension;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the gatherers of the queries; some are shared with other analyses. */
    List<MergeableGatherer<?>> gatherers() {
        List<MergeableGatherer<?>> all = new ArrayList<>(figures.values());
        all.addAll(List.of(tokens, answered, ordered, this));
        return all;
    }

    @Override
    public void add(RecordedQuery record) {
        if (count == starts.length) {
            makeRoom(Math.addExact(count, count / 2 + 1));
        }
        ResponseTimeline timeline = record.timeline();
        long start = timeline.serviceStartNanos();
        starts[count] = start;
        ends[count] = Math.max(start, timeline.endNanos());
        count++;
    }

    @Override
    public void merge(ServedQueries later) {
        makeRoom(Math.addExact(count, later.count));
        System.arraycopy(later.starts, 0, starts, count, later.count);
        System.arraycopy(later.ends, 0, ends, count, later.count);
        count += later.count;
    }

    private void makeRoom(int room) {
        starts = Arrays.copyOf(starts, room);
        ends = Arrays.copyOf(ends, room);
    }

    private QueryColumn column(Figure figure) {
        return Objects.requireNonNull(figures.get(figure));
    }

    /** Finds the window in which the load was steady; empty if no request took any time. */
    Optional<TimeSpan> steady(List<TimeSpan> measured) {
        ActiveTimes served = new ActiveTimes();
        for (int index = 0; index < count; index++) {
            served.add(starts[index], ends[index]);
        }
        return SteadyLoad.of(served, measured);
    }

    /** Returns the number of answers to requests that were sent and answered in a window. */
    long within(TimeSpan span) {
        long within = 0;
        for (int index = 0; index < count; index++) {
            within += answered.holds(index) && starts[index] >= span.startNanos()
                    && ends[index] <= span.endNanos()
                            ? 1
                            : 0;
        }
        return within;
    }

    /** Returns the times of all answers. */
    Times all() {
        return new Times(start -> true);
    }

    /** Returns the times of the requests that were sent in a window. */
    Times sentIn(TimeSpan span) {
        return new Times(start -> start >= span.startNanos() && start < span.endNanos());
    }

    void forEachAnswer(Answer consumer) {
        QueryColumn first = column(Figure.TIME_TO_FIRST_TOKEN);
        for (int index = 0; index < count; index++) {
            if (answered.holds(index)) {
                consumer.accept(starts[index], ends[index], first.at(index));
            }
        }
    }

    /**
     * Returns the number of tokens received in a window; those of an answer are spread evenly from its first token to
     * its end.
     */
    double outputTokens(TimeSpan span) {
        double sum = 0;
        for (int index = 0; index < count; index++) {
            // False for an answer without token counts.
            boolean hasTokens = answered.holds(index) && tokens.at(index) > 0;
            if (hasTokens && ends[index] > span.startNanos() && starts[index] < span.endNanos()) {
                sum += SteadyLoad.outputTokens(span, new RequestActivity("", starts[index], OptionalLong.empty(),
                        OptionalLong.of(firstToken(index)), ends[index], 0, 0, (long) tokens.at(index), TokenTimes.NONE,
                        Set.of()));
            }
        }
        return sum;
    }

    private long firstToken(int index) {
        double seconds = column(Figure.TIME_TO_FIRST_TOKEN).at(index);
        return ordered.holds(index) && !Double.isNaN(seconds)
                ? starts[index] + Math.round(seconds * NANOS)
                : starts[index];
    }

    interface Answer {
        void accept(long startNanos, long endNanos, double timeToFirstToken);
    }

    /** The times of some answers. */
    final class Times {
        private final LongPredicate belongs;

        private Times(LongPredicate belongs) {
            this.belongs = belongs;
        }

        /** Returns one figure of all queries that have it, in ascending order. */
        double[] sorted(Figure figure) {
            return column(figure).sorted(index -> belongs.test(starts[index]));
        }
    }
}
