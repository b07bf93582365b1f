package dev.ipw.analysis;

import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.util.Optional;
import java.util.OptionalInt;

/** Analyse a finished run. */
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
     * @param evaluators who could judge its answers, for an analysis that tells what can be done about those without a
     *                   verdict
     * @return the result of the analysis
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    default AnalysisResult analyze(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        return analyze(run);
    }

    /**
     * Returns how often an answer without a verdict may be evaluated in all; one with fewer attempts is evaluated again
     * before the analysis.
     *
     * @return attempts, those of earlier times among them; empty if nothing is to be judged again
     */
    default OptionalInt evaluationAttempts() {
        return OptionalInt.empty();
    }

    /**
     * Names the evaluator of further attempts.
     *
     * @return an evaluator's id; empty for those that the run names
     */
    default Optional<String> evaluator() {
        return Optional.empty();
    }
}
