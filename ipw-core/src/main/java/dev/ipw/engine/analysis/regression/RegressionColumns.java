package dev.ipw.engine.analysis.regression;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.engine.analysis.AnalysedRun;
import dev.ipw.engine.analysis.KeptRequests;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.record.ProfilingRecord;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Keep of each query only what is fitted, in columns of plain numbers, so that a million have room. A figure that was not
 * measured is NaN inside these columns and nowhere else.
 */
final class RegressionColumns implements RecordGatherer {
    private static final int FEWEST = 16;
    /** Below this a figure counts as zero, as in the Python reference. */
    private static final double ZERO = 1e-12;

    private final Map<Column, double[]> figures = new EnumMap<>(Column.class);
    private final Set<Column> seen = EnumSet.noneOf(Column.class);
    private final KeptRequests kept;
    private byte[] states;
    private int rows;
    private boolean hasShares;

    /** Make room for the queries of a run. */
    RegressionColumns(AnalysedRun run) {
        int expected = Math.clamp(run.run().summary().totals().queries(), FEWEST, 1 << 24);
        kept = run.keptRequests();
        states = new byte[expected];
        for (Column column : Column.values()) {
            figures.put(column, new double[expected]);
        }
    }

    /** List the outcomes of a query. */
    private enum State {
        ANSWERED, FAILED,
        /** Answered, but the load leaves it out of the times. */
        CUT
    }

    @Override
    public void add(ProfilingRecord record) {
        State state = record.hasFailed() ? State.FAILED : kept.keeps(record) ? State.ANSWERED : State.CUT;
        if (rows == states.length) {
            int size = Math.addExact(rows, rows / 2);
            states = Arrays.copyOf(states, size);
            figures.replaceAll((column, values) -> Arrays.copyOf(values, size));
        }
        hasShares |= record.metrics().energy().headline().flags().contains(EnergyFlag.ATTRIBUTED);
        states[rows] = (byte) state.ordinal();
        figures.forEach((column, values) -> {
            values[rows] = column.of(record).orElse(Double.NaN);
            if (state != State.FAILED && Double.isFinite(values[rows])) {
                seen.add(column);
            }
        });
        rows++;
    }

    int rows() {
        return rows;
    }

    /** Return whether joules of queries are shares that were made of their tokens. */
    boolean hasShares() {
        return hasShares;
    }

    double at(Column column, int row) {
        return Objects.requireNonNull(figures.get(column))[row];
    }

    boolean hasFailed(int row) {
        return states[row] == State.FAILED.ordinal();
    }

    /** Return whether the load leaves a query out of a column. */
    boolean isCut(Column column, int row) {
        return column.isTime() && states[row] == State.CUT.ordinal();
    }

    /** Return whether any answered query has the figure. */
    boolean has(Column column) {
        return seen.contains(column);
    }

    /** Count the answered queries whose figure is nothing. */
    long zeros(Column column) {
        long zeros = 0;
        for (int row = 0; row < rows; row++) {
            zeros += !hasFailed(row) && isZero(at(column, row)) ? 1 : 0;
        }
        return zeros;
    }

    static boolean isZero(double figure) {
        return Math.abs(figure) < ZERO;
    }
}
