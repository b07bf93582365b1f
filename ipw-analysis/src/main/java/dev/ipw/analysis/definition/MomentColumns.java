package dev.ipw.analysis.definition;

import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The moments of each request in columns of plain numbers. A failed request has none. */
final class MomentColumns implements MergeableGatherer<MomentColumns> {
    static final int COLUMNS = Moment.values().length + 1;
    private static final double NANOS = 1e9;

    private final QueryColumn tokens;
    private final Map<Moment, QueryColumn> seconds = new EnumMap<>(Moment.class);
    private final QueryColumn chunks;
    private final QueryMask reasoned = new QueryMask(record -> record.outcome().reasoning().isPresent());

    /** Takes the tokens of the answers from the run's column, which receives the same queries. */
    MomentColumns(AnalysedRun run) {
        tokens = run.column(Dimension.OUTPUT_TOKENS);
        chunks = run.unshared(record -> OptionalDouble.of(record.timeline().chunkNanos().length));
        for (Moment moment : Moment.values()) {
            seconds.put(moment, run.unshared(record -> since(record, moment)));
        }
    }

    private enum Moment {
        FIRST_BYTE, FIRST, FIRST_VISIBLE, LAST, END
    }

    @Override
    public void add(RecordedQuery record) {
        seconds.values().forEach(column -> column.add(record));
        chunks.add(record);
        reasoned.add(record);
    }

    @Override
    public void merge(MomentColumns later) {
        seconds.forEach((moment, column) -> column.merge(Objects.requireNonNull(later.seconds.get(moment))));
        chunks.merge(later.chunks);
        reasoned.merge(later.reasoned);
    }

    private static OptionalDouble since(RecordedQuery record, Moment moment) {
        ResponseTimeline timeline = record.timeline();
        OptionalLong nanos = switch (moment) {
            case FIRST_BYTE -> timeline.firstByteNanos();
            case FIRST -> timeline.firstTokenNanos();
            case FIRST_VISIBLE -> timeline.firstVisibleTokenNanos();
            case LAST -> timeline.lastTokenNanos();
            case END -> OptionalLong.of(timeline.endNanos());
        };
        return record.hasFailed() || nanos.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((nanos.getAsLong() - timeline.dispatch().takenUpNanos()) / NANOS);
    }

    /** Returns the figures of the answers that have them, in ascending order. */
    double[] sorted(Formula formula) {
        double[] figures = new double[reasoned.rows()];
        int count = 0;
        for (int row = 0; row < figures.length; row++) {
            double figure = formula.of(row(row));
            if (Double.isFinite(figure)) {
                figures[count++] = figure;
            }
        }
        double[] sorted = Arrays.copyOf(figures, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private Moments row(int row) {
        return new Moments(at(Moment.FIRST_BYTE, row), at(Moment.FIRST, row), at(Moment.FIRST_VISIBLE, row),
                at(Moment.LAST, row), at(Moment.END, row), tokens.at(row), (int) chunks.at(row), reasoned.holds(row));
    }

    private double at(Moment moment, int row) {
        return Objects.requireNonNull(seconds.get(moment)).at(row);
    }
}
