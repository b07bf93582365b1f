package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.function.Supplier;

/** An analysis of several finished runs side by side, each read once; a single run is a set of one. */
public interface SideBySideAnalysis extends OnePassAnalysis {
    /**
     * Prepares for the queries of runs.
     *
     * @param runs at least one run, in the order in which they are shown
     * @return the gatherers of their queries, and the supplier of the result
     * @throws dev.ipw.error.ConfigurationException if these runs cannot be compared, for example because one comes
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
     * @throws dev.ipw.error.ConfigurationException if these runs cannot be compared, for example because one comes
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
     * The gatherers and the result of an analysis of several runs.
     *
     * @param gatherers receive the queries of each run, in the order of the runs
     * @param result    computes the result after all queries of all runs
     */
    record Passes(List<? extends List<? extends RecordGatherer>> gatherers, Supplier<AnalysisResult> result) {
        /** Copies the gatherers. */
        public Passes {
            gatherers = List.copyOf(gatherers);
        }
    }
}
