package dev.ipw.analysis.regression;

import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.analysis.statistics.DoubleColumn;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The fitted figures of each query. A figure that was not measured is NaN inside these columns and nowhere else. */
final class RegressionColumns implements MergeableGatherer<RegressionColumns> {
    /** The memory of a fit whose columns are in memory, for each of its rows. */
    private static final int STORED_BYTES = 15 * Double.BYTES;
    private static final int SHARE_OF_MEMORY = 4;
    /** The bound below which a figure counts as zero, as in the Python reference. */
    private static final double ZERO = 1e-12;

    private final Map<Column, QueryColumn> figures = new EnumMap<>(Column.class);
    private final QueryMask answered;
    private final QueryMask countedQueries;
    private boolean hasShares;
    private Optional<Provenance> source = Optional.empty();

    RegressionColumns(AnalysedRun run) {
        answered = run.answered();
        countedQueries = run.countedQueries();
        for (Column column : Column.values()) {
            figures.put(column, run.column(column.dimension()));
        }
    }

    /** Returns the gatherers of the queries; some are shared with other analyses. */
    List<MergeableGatherer<?>> gatherers() {
        List<MergeableGatherer<?>> all = new ArrayList<>(figures.values());
        all.add(answered);
        all.add(countedQueries);
        all.add(this);
        return all;
    }

    @Override
    public void add(RecordedQuery record) {
        EnergyReading joules = record.headline();
        hasShares |= joules.flags().contains(EnergyFlag.ATTRIBUTED);
        if (joules.isComplete()) {
            addSource(joules.provenance());
        }
    }

    private void addSource(Provenance other) {
        source = Optional.of(source.map(other::weaker).orElse(other));
    }

    @Override
    public void merge(RegressionColumns later) {
        hasShares |= later.hasShares;
        later.source.ifPresent(this::addSource);
    }

    /**
     * Returns the provenance of the queries' joules, that of the weakest; for an imported run the device does not show
     * it.
     */
    Provenance source() {
        return source.orElse(Provenance.UNAVAILABLE);
    }

    int rows() {
        return answered.rows();
    }

    /** Returns whether joules of queries are shares that were computed from their tokens. */
    boolean hasShares() {
        return hasShares;
    }

    double at(Column column, int row) {
        return Objects.requireNonNull(figures.get(column)).at(row);
    }

    boolean hasFailed(int row) {
        return !answered.holds(row);
    }

    /** Returns whether the load's cut omits a query from a column. */
    boolean isCut(Column column, int row) {
        return column.isTime() && !countedQueries.holds(row);
    }

    /** Returns the rows that meet a condition, ascending. */
    int[] rows(IntPredicate chosen) {
        int[] selected = new int[rows()];
        int count = 0;
        for (int row = 0; row < selected.length; row++) {
            if (chosen.test(row)) {
                selected[count++] = row;
            }
        }
        return count == selected.length ? selected : Arrays.copyOf(selected, count);
    }

    /** Returns a column of some rows: in memory if a fit of them fits there, otherwise computed from the figures. */
    static DoubleColumn taken(int[] numbers, IntToDoubleFunction figure) {
        IntToDoubleFunction values = row -> figure.applyAsDouble(numbers[row]);
        return (long) numbers.length * STORED_BYTES <= Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY
                ? DoubleColumn.of(IntStream.range(0, numbers.length).mapToDouble(values).toArray())
                : DoubleColumn.computed(numbers.length, values);
    }

    /** Returns whether any answered query has the figure. */
    boolean has(Column column) {
        for (int row = 0; row < rows(); row++) {
            if (!hasFailed(row) && Double.isFinite(at(column, row))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of answered queries whose figure is zero. */
    long zeros(Column column) {
        long zeros = 0;
        for (int row = 0; row < rows(); row++) {
            zeros += !hasFailed(row) && isZero(at(column, row)) ? 1 : 0;
        }
        return zeros;
    }

    static boolean isZero(double figure) {
        return Math.abs(figure) < ZERO;
    }
}
