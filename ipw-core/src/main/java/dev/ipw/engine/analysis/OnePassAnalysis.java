package dev.ipw.engine.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Analyse a run by reading its queries once, so that several analyses can share the reading; see {@link OnePass}. */
public interface OnePassAnalysis extends Analysis {
    /**
     * Prepares for the queries of a run.
     *
     * @param run the run
     * @return what takes its queries in, and what they came to
     * @throws dev.ipw.error.ConfigurationException if the run cannot be analysed as asked
     */
    Pass begin(AnalysedRun run);

    /**
     * Returns the figures of all queries that the analysis takes from {@link AnalysedRun#column}. They are kept once
     * for all analyses of a reading.
     *
     * @return the figures
     */
    default Set<Dimension> sharedColumns() {
        return Set.of();
    }

    /**
     * Estimates what the analysis keeps of each query until its result is computed, besides its {@link #sharedColumns}.
     *
     * @return bytes; 0 if its memory does not grow with the number of queries
     */
    default int bytesPerQuery() {
        return 0;
    }

    @Override
    default AnalysisResult analyze(RunReader run) {
        return analyze(run, Plugins.builder("evaluator", EvaluatorProvider.class).build());
    }

    @Override
    default AnalysisResult analyze(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        Pass pass = begin(new AnalysedRun(run, evaluators));
        RecordGatherer.gather(run, pass.gatherers());
        return pass.result().get();
    }

    /**
     * Hold what one analysis makes of a reading.
     *
     * @param gatherers take in each query of the run, in this order
     * @param result    computes the result, once all queries were taken in
     */
    record Pass(List<? extends RecordGatherer> gatherers, Supplier<AnalysisResult> result) {
        /** Hold what one analysis makes of a reading. */
        public Pass {
            gatherers = List.copyOf(gatherers);
        }
    }
}
