package dev.ipw.engine.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.results.RunReader;
import java.util.List;

/** Analyse several finished runs side by side; one run alone is a set of one. */
public interface SideBySideAnalysis extends Analysis {
    /**
     * Analyse runs together. Writes nothing.
     *
     * @param runs at least one run, in the order in which they are shown; the result is kept with the first
     * @return what was found
     * @throws dev.ipw.error.ConfigurationException if these runs cannot stand beside each other, for example one comes twice
     * @throws dev.ipw.error.InputException         if a run cannot be read
     */
    AnalysisResult analyzeTogether(List<RunReader> runs);

    @Override
    default AnalysisResult analyze(RunReader run) {
        return analyzeTogether(List.of(run));
    }
}
