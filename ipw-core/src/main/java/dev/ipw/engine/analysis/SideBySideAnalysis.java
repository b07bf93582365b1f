package dev.ipw.engine.analysis;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.function.Supplier;

/** Analyse several finished runs side by side, each read once; one run alone is a set of one. */
public interface SideBySideAnalysis extends OnePassAnalysis {
    /**
     * Prepares for the queries of runs.
     *
     * @param runs at least one run, in the order in which they are shown
     * @return what takes their queries in, and what they came to
     * @throws dev.ipw.error.ConfigurationException if these runs cannot stand beside each other, for example one comes
     *                                              twice
     */
    Passes beginTogether(List<AnalysedRun> runs);

    @Override
    default Pass begin(AnalysedRun run) {
        Passes passes = beginTogether(List.of(run));
        return new Pass(passes.gatherers().getFirst(), passes.result());
    }

    /**
     * Analyses runs together. Writes nothing.
     *
     * @param runs at least one run, in the order in which they are shown; the result is kept with the first
     * @return the result of the analysis
     * @throws dev.ipw.error.ConfigurationException if these runs cannot stand beside each other, for example one comes
     *                                              twice
     * @throws dev.ipw.error.InputException         if a run cannot be read
     */
    default AnalysisResult analyzeTogether(List<RunReader> runs) {
        Plugins<EvaluatorProvider> evaluators = Plugins.builder("evaluator", EvaluatorProvider.class).build();
        Passes passes = beginTogether(runs.stream().map(run -> new AnalysedRun(run, evaluators)).toList());
        for (int run = 0; run < runs.size(); run++) {
            RecordGatherer.gather(runs.get(run), passes.gatherers().get(run));
        }
        return passes.result().get();
    }

    /**
     * Hold what an analysis makes of the readings of runs.
     *
     * @param gatherers take in the queries of each run, in the order of the runs
     * @param result    computes the result, once all queries of all runs were taken in
     */
    record Passes(List<? extends List<? extends RecordGatherer>> gatherers, Supplier<AnalysisResult> result) {
        /** Hold what an analysis makes of the readings of runs. */
        public Passes {
            gatherers = List.copyOf(gatherers);
        }
    }
}
