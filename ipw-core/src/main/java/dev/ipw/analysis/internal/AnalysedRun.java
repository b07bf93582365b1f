package dev.ipw.analysis.internal;

import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A run that is analysed, with the parts that its analyses share. For one thread. */
public final class AnalysedRun {
    private static final int MAX_EXPECTED = 1 << 24;
    /** The number of columns that memory must be able to hold if they are kept there. */
    private static final int COLUMNS_IN_MEMORY = 100;

    private final RunReader run;
    private final Plugins<EvaluatorProvider> evaluators;
    private final EfficiencyGatherer efficiency = new EfficiencyGatherer();
    private final Map<Dimension, QueryColumn> columns = new EnumMap<>(Dimension.class);
    private @Nullable CountedRequests countedRequests;
    private @Nullable QueryMask answered;
    private @Nullable QueryMask countedQueries;

    /**
     * Creates the shared parts of a run.
     *
     * @param run        the run
     * @param evaluators the evaluators that could evaluate its answers
     */
    public AnalysedRun(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        this.run = run;
        this.evaluators = evaluators;
    }

    /**
     * Returns the run.
     *
     * @return its reader
     */
    public RunReader run() {
        return run;
    }

    /**
     * Returns the evaluators that could evaluate its answers.
     *
     * @return the evaluators
     */
    public Plugins<EvaluatorProvider> evaluators() {
        return evaluators;
    }

    /**
     * Returns the gatherer of its efficiency, with joules as measured. All analyses that name it among their gatherers
     * share it, and it receives each query once.
     *
     * @return the gatherer
     */
    public EfficiencyGatherer efficiency() {
        return efficiency;
    }

    /**
     * Returns the requests that count in the latency figures. They are computed on the first call; the run is read for
     * it only if its load has a cut.
     *
     * @return the requests that count
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public CountedRequests countedRequests() {
        if (countedRequests == null) {
            countedRequests = CountedRequests.of(run);
        }
        return countedRequests;
    }

    /**
     * Returns the column of one figure of each query. All analyses of a reading that name it among their gatherers
     * share it, so that each figure is stored once.
     *
     * @param dimension the figure
     * @return the column, empty until the queries are read
     */
    public QueryColumn column(Dimension dimension) {
        return columns.computeIfAbsent(dimension, shared -> unshared(shared::of));
    }

    /**
     * Returns a column of one figure of each query for one analysis alone.
     *
     * @param figure the figure
     * @return the column, empty until the queries are read
     */
    public QueryColumn unshared(Function<RecordedQuery, OptionalDouble> figure) {
        return new QueryColumn(figure, columnsAreInFiles(run)
                ? FigureStore.inFile()
                : FigureStore.inMemory(Math.clamp(run.summary().totals().queries(), 1, MAX_EXPECTED)));
    }

    /** Returns whether columns are kept in temporary files, because memory would hold few of them. */
    static boolean columnsAreInFiles(RunReader run) {
        return run.summary().totals().queries() > Runtime.getRuntime().maxMemory() / COLUMNS_IN_MEMORY / Double.BYTES;
    }

    /**
     * Returns the mask of the queries that did not fail. It is shared like a {@link #column}.
     *
     * @return empty until the queries are read
     */
    public QueryMask answered() {
        if (answered == null) {
            answered = new QueryMask(record -> !record.hasFailed());
        }
        return answered;
    }

    /**
     * Returns the mask of the queries whose times count. It is shared like a {@link #column}. Reads a run whose load
     * has a cut.
     *
     * @return empty until the queries are read
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public QueryMask countedQueries() {
        if (countedQueries == null) {
            countedQueries = new QueryMask(countedRequests()::includes);
        }
        return countedQueries;
    }

    /** Drops the figures of the queries after a reading, so that the next one starts empty. */
    void forgetQueries() {
        columns.clear();
        answered = null;
        countedQueries = null;
    }
}
