package dev.ipw.engine.analysis.definition;

import dev.ipw.engine.analysis.QueryColumn;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.ProfilingRecord;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalLong;

/** Keep the moments of each request in columns of plain numbers. A request that failed has none. */
final class MomentColumns implements RecordGatherer {
    static final int BYTES_PER_QUERY = Moment.values().length * Double.BYTES + Integer.BYTES;
    private static final int FIRST_ROOM = 1024;
    private static final double NANOS = 1e9;

    private final QueryColumn tokens;
    private final double[][] seconds = new double[Moment.values().length][FIRST_ROOM];
    private final BitSet reasoned = new BitSet();
    private int[] chunks = new int[FIRST_ROOM];
    private int rows;

    /** Take the tokens of the answers from a column, which takes in the same queries. */
    MomentColumns(QueryColumn tokens) {
        this.tokens = tokens;
    }

    private enum Moment {
        FIRST_BYTE, FIRST, FIRST_VISIBLE, LAST, END
    }

    @Override
    public void add(ProfilingRecord record) {
        if (rows == chunks.length) {
            int room = Math.addExact(rows, rows / 2);
            chunks = Arrays.copyOf(chunks, room);
            Arrays.setAll(seconds, moment -> Arrays.copyOf(seconds[moment], room));
        }
        ResponseTimeline timeline = record.outcome().timeline();
        boolean isAnswer = !record.hasFailed();
        for (Moment moment : Moment.values()) {
            seconds[moment.ordinal()][rows] = isAnswer ? since(timeline, moment) : Double.NaN;
        }
        chunks[rows] = timeline.chunkNanos().length;
        reasoned.set(rows, record.outcome().reasoning().isPresent());
        rows++;
    }

    private static double since(ResponseTimeline timeline, Moment moment) {
        OptionalLong nanos = switch (moment) {
            case FIRST_BYTE -> timeline.firstByteNanos();
            case FIRST -> timeline.firstTokenNanos();
            case FIRST_VISIBLE -> timeline.firstVisibleTokenNanos();
            case LAST -> timeline.lastTokenNanos();
            case END -> OptionalLong.of(timeline.endNanos());
        };
        return nanos.isPresent() ? (nanos.getAsLong() - timeline.dispatch().takenUpNanos()) / NANOS : Double.NaN;
    }

    /** Return the figures of the answers that have them, in ascending order. */
    double[] sorted(Formula formula) {
        double[] figures = new double[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
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
                at(Moment.LAST, row), at(Moment.END, row), tokens.at(row), chunks[row], reasoned.get(row));
    }

    private double at(Moment moment, int row) {
        return seconds[moment.ordinal()][row];
    }
}
