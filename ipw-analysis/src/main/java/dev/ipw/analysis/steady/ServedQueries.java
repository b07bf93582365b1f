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
import dev.ipw.record.Dimension;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;

/** The time in which each request was served, its outcome and its latencies, in columns of plain numbers. */
final class ServedQueries {
    static final Set<Dimension> COLUMNS = Set.of(Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN,
            Dimension.TIME_FROM_INTENDED_START, Dimension.OUTPUT_TOKENS);
    /** The columns of the starts and the ends. */
    static final int UNSHARED = 2;
    private static final double NANOS = 1e9;

    private final Map<Figure, QueryColumn> figures = new EnumMap<>(Figure.class);
    private final QueryColumn tokens;
    private final QueryMask answered;
    /** The moments in nanoseconds since the run's anchor, exact for a hundred days. */
    private final QueryColumn starts;
    private final QueryColumn ends;
    private final QueryMask ordered = new QueryMask(record -> record.timeline().isOrdered());

    ServedQueries(AnalysedRun run) {
        tokens = run.column(Dimension.OUTPUT_TOKENS);
        answered = run.answered();
        starts = run.unshared(record -> OptionalDouble.of(record.timeline().serviceStartNanos()));
        ends = run.unshared(record -> OptionalDouble.of(
                Math.max(record.timeline().serviceStartNanos(), record.timeline().endNanos())));
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
        all.addAll(List.of(tokens, answered, ordered, starts, ends));
        return all;
    }

    private int count() {
        return answered.rows();
    }

    private long start(int index) {
        return (long) starts.at(index);
    }

    private long end(int index) {
        return (long) ends.at(index);
    }

    private QueryColumn column(Figure figure) {
        return Objects.requireNonNull(figures.get(figure));
    }

    /** Finds the window in which the load was steady; empty if no request took any time. */
    Optional<TimeSpan> steady(List<TimeSpan> measured) {
        ActiveTimes served = new ActiveTimes(count());
        for (int index = 0; index < count(); index++) {
            served.add(start(index), end(index));
        }
        return SteadyLoad.of(served, measured);
    }

    /** Returns the number of answers to requests that were sent and answered in a window. */
    long within(TimeSpan span) {
        long within = 0;
        for (int index = 0; index < count(); index++) {
            within += answered.holds(index) && start(index) >= span.startNanos()
                    && end(index) <= span.endNanos()
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
        for (int index = 0; index < count(); index++) {
            if (answered.holds(index)) {
                consumer.accept(start(index), end(index), first.at(index));
            }
        }
    }

    /**
     * Returns the number of tokens received in a window; those of an answer are spread evenly from its first token to
     * its end.
     */
    double outputTokens(TimeSpan span) {
        double sum = 0;
        for (int index = 0; index < count(); index++) {
            // False for an answer without token counts.
            boolean hasTokens = answered.holds(index) && tokens.at(index) > 0;
            if (hasTokens && end(index) > span.startNanos() && start(index) < span.endNanos()) {
                sum += SteadyLoad.outputTokens(span, new RequestActivity("", start(index), OptionalLong.empty(),
                        OptionalLong.of(firstToken(index)), end(index), 0, 0, (long) tokens.at(index), TokenTimes.NONE,
                        Set.of()));
            }
        }
        return sum;
    }

    private long firstToken(int index) {
        double seconds = column(Figure.TIME_TO_FIRST_TOKEN).at(index);
        return ordered.holds(index) && !Double.isNaN(seconds)
                ? start(index) + Math.round(seconds * NANOS)
                : start(index);
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
            return column(figure).sorted(index -> belongs.test(start(index)));
        }
    }
}
