package dev.ipw.engine.analysis;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.attribution.ActiveTimes;
import dev.ipw.engine.attribution.RequestActivity;
import dev.ipw.engine.attribution.SteadyLoad;
import dev.ipw.engine.attribution.TokenTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Keep of each request when it was served, what came of it and how long it took, in columns of plain numbers. A figure that was not measured is NaN inside these columns and nowhere else; so are all of a request that failed.
 */
final class ServedQueries implements RecordGatherer {
    private static final int FIRST_ROOM = 1024;

    private final ActiveTimes served = new ActiveTimes();
    private final double[][] figures = new double[Figure.values().length][FIRST_ROOM];
    private long[] starts = new long[FIRST_ROOM];
    private long[] firsts = new long[FIRST_ROOM];
    private long[] ends = new long[FIRST_ROOM];
    /** The tokens of an answer; less than none of a request that failed. */
    private long[] tokens = new long[FIRST_ROOM];
    private int count;

    /** A time that each answer has one of. */
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

    @Override
    public void add(ProfilingRecord record) {
        if (count == starts.length) {
            grow();
        }
        ResponseTimeline timeline = record.outcome().timeline();
        long start = timeline.serviceStartNanos();
        long end = Math.max(start, timeline.endNanos());
        served.add(start, end);
        starts[count] = start;
        ends[count] = end;
        firsts[count] = timeline.isOrdered() ? timeline.firstTokenNanos().orElse(start) : start;
        tokens[count] = record.hasFailed() ? -1 : record.metrics().tokens().output().orElse(0);
        for (Figure figure : Figure.values()) {
            figures[figure.ordinal()][count] = figure.dimension.of(record).orElse(Double.NaN);
        }
        count++;
    }

    private void grow() {
        int room = count + (count >> 1);
        starts = Arrays.copyOf(starts, room);
        firsts = Arrays.copyOf(firsts, room);
        ends = Arrays.copyOf(ends, room);
        tokens = Arrays.copyOf(tokens, room);
        Arrays.setAll(figures, figure -> Arrays.copyOf(figures[figure], room));
    }

    /** Find the window in which the load was steady; empty if no request took any time. */
    Optional<TimeSpan> steady(List<TimeSpan> measured) {
        return SteadyLoad.of(served, measured);
    }

    /** Count the answers that were asked for and came in a window. */
    long within(TimeSpan span) {
        long within = 0;
        for (int index = 0; index < count; index++) {
            within += tokens[index] >= 0 && starts[index] >= span.startNanos() && ends[index] <= span.endNanos()
                    ? 1
                    : 0;
        }
        return within;
    }

    /** Return the times of all answers. */
    Times all() {
        return new Times(start -> true);
    }

    /** Return the times of those that were sent in a window. */
    Times sentIn(TimeSpan span) {
        return new Times(start -> start >= span.startNanos() && start < span.endNanos());
    }

    void forEachAnswer(Answer consumer) {
        for (int index = 0; index < count; index++) {
            if (tokens[index] >= 0) {
                consumer.accept(starts[index], ends[index],
                        figures[Figure.TIME_TO_FIRST_TOKEN.ordinal()][index]);
            }
        }
    }

    /** Count the tokens that came in a window, those of an answer spread evenly from its first token to its end. */
    double outputTokens(TimeSpan span) {
        double sum = 0;
        for (int index = 0; index < count; index++) {
            if (tokens[index] > 0 && ends[index] > span.startNanos() && starts[index] < span.endNanos()) {
                sum += SteadyLoad.outputTokens(span, new RequestActivity("", starts[index], OptionalLong.empty(),
                        OptionalLong.of(firsts[index]), ends[index], 0, 0, tokens[index], TokenTimes.NONE, Set.of()));
            }
        }
        return sum;
    }

    interface Answer {
        void accept(long startNanos, long endNanos, double timeToFirstToken);
    }

    /** Some answers' times. */
    final class Times {
        private final LongPredicate belongs;

        private Times(LongPredicate belongs) {
            this.belongs = belongs;
        }

        /** Return one figure of all queries that have it, in ascending order. */
        double[] sorted(Figure figure) {
            Figures values = new Figures();
            double[] column = figures[figure.ordinal()];
            for (int index = 0; index < count; index++) {
                if (!Double.isNaN(column[index]) && belongs.test(starts[index])) {
                    values.add(column[index]);
                }
            }
            return values.sorted();
        }
    }
}
