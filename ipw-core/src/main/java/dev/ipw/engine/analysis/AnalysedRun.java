package dev.ipw.engine.analysis;

import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import org.jspecify.annotations.Nullable;

/** Hold a run that is analysed, and what its analyses have in common. For one thread. */
public final class AnalysedRun {
    private final RunReader run;
    private final Plugins<EvaluatorProvider> evaluators;
    private final EfficiencyGatherer efficiency = new EfficiencyGatherer();
    private @Nullable KeptRequests kept;

    /**
     * Create.
     *
     * @param run        the run
     * @param evaluators who could judge its answers
     */
    public AnalysedRun(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        this.run = run;
        this.evaluators = evaluators;
    }

    /**
     * Return the run.
     *
     * @return its reader
     */
    public RunReader run() {
        return run;
    }

    /**
     * Return who could judge its answers.
     *
     * @return the evaluators
     */
    public Plugins<EvaluatorProvider> evaluators() {
        return evaluators;
    }

    /**
     * Return what gathers its efficiency, joules as they were measured. All analyses that name it among their gatherers share
     * it, and it takes in each query once.
     *
     * @return the gatherer
     */
    public EfficiencyGatherer efficiency() {
        return efficiency;
    }

    /**
     * Return which of its requests count in the latency figures. Found on the first call; only a run whose load has a cut
     * is read for it.
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
}
