package dev.ipw.analysis;

import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/** An analysis of a finished run. */
@API(status = API.Status.EXPERIMENTAL)
public interface Analysis {
    /**
     * Analyses one run. Writes nothing.
     *
     * @param run the run
     * @return the result of the analysis
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    AnalysisResult analyze(RunReader run);

    /**
     * Analyses one run. Writes nothing.
     *
     * @param run        the run
     * @param evaluators the evaluators on the class path, for an analysis that advises how to evaluate answers without
     *                   a verdict
     * @return the result of the analysis
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    default AnalysisResult analyze(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        return analyze(run);
    }

    /**
     * Returns the maximum number of attempts to evaluate an answer. An answer without a verdict and with fewer attempts
     * is evaluated again before the analysis.
     *
     * @return the attempts, including earlier ones; empty if nothing is to be evaluated again
     */
    default OptionalInt evaluationAttempts() {
        return OptionalInt.empty();
    }

    /**
     * Returns the id of the evaluator of further attempts.
     *
     * @return an evaluator's id; empty to use those that the run names
     */
    default Optional<String> evaluator() {
        return Optional.empty();
    }
}
