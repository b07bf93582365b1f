package dev.ipw.analysis;

import dev.ipw.results.RunReader;
import java.util.OptionalInt;

/** Work out what a finished run means. */
public interface Analysis {
    /**
     * Analyse one run. Writes nothing.
     *
     * @param run the run
     * @return what was found
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    AnalysisResult analyze(RunReader run);

    /**
     * Say how often an answer without a verdict may be judged in all; one that has not come so far is judged once more before
     * the analysis.
     *
     * @return attempts, those of earlier times among them; empty if nothing is to be judged again
     */
    default OptionalInt evaluationAttempts() {
        return OptionalInt.empty();
    }
}
