package dev.ipw.engine.analysis;

import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hold a run that is analysed, and what its analyses have in common. For one thread. */
public final class AnalysedRun {
    private static final int MOST_EXPECTED = 1 << 24;

    private final RunReader run;
    private final Plugins<EvaluatorProvider> evaluators;
    private final EfficiencyGatherer efficiency = new EfficiencyGatherer();
    private final Map<Dimension, QueryColumn> columns = new EnumMap<>(Dimension.class);
    private @Nullable KeptRequests kept;
    private @Nullable QueryMask answered;
    private @Nullable QueryMask keptQueries;

    /**
     * Creates.
     *
     * @param run        the run
     * @param evaluators who could judge its answers
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
     * Returns who could judge its answers.
     *
     * @return the evaluators
     */
    public Plugins<EvaluatorProvider> evaluators() {
        return evaluators;
    }

    /**
     * Returns what gathers its efficiency, joules as they were measured. All analyses that name it among their
     * gatherers share it, and it takes in each query once.
     *
     * @return the gatherer
     */
    public EfficiencyGatherer efficiency() {
        return efficiency;
    }

    /**
     * Returns which of its requests count in the latency figures. Found on the first call; only a run whose load has a
     * cut is read for it.
     *
     * @return the requests that count
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public KeptRequests keptRequests() {
        if (kept == null) {
            kept = KeptRequests.of(run);
        }
        return kept;
    }

    /**
     * Returns what keeps a figure of each query. All analyses of a reading that name it among their gatherers share it,
     * so that each figure is kept once.
     *
     * @param dimension the figure
     * @return the column, empty until the queries are read
     */
    public QueryColumn column(Dimension dimension) {
        return columns.computeIfAbsent(dimension, shared -> unshared(shared::of));
    }

    /**
     * Returns what keeps a figure of each query for one analysis alone.
     *
     * @param figure the figure
     * @return the column, empty until the queries are read
     */
    public QueryColumn unshared(Function<ProfilingRecord, OptionalDouble> figure) {
        return new QueryColumn(figure, Math.clamp(run.summary().totals().queries(), 1, MOST_EXPECTED));
    }

    /**
     * Returns what keeps which queries did not fail. Shared as a {@link #column} is.
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
     * Returns what keeps the times of which queries count. Shared as a {@link #column} is. Reads a run whose load has a
     * cut.
     *
     * @return empty until the queries are read
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public QueryMask keptQueries() {
        if (keptQueries == null) {
            keptQueries = new QueryMask(keptRequests()::keeps);
        }
        return keptQueries;
    }

    /** Lets go of what a reading keeps of the queries, so that the next one begins with none. */
    void forgetQueries() {
        columns.clear();
        answered = null;
        keptQueries = null;
    }
}
