package dev.ipw.analysis;

import dev.ipw.results.RunReader;

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
}
