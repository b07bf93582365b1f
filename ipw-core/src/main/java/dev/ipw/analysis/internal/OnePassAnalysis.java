package dev.ipw.analysis.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** An analysis that reads a run's queries once, so that several analyses can share the reading; see {@link OnePass}. */
public interface OnePassAnalysis extends Analysis {
    /**
     * Prepares for the queries of a run.
     *
     * @param run the run
     * @return the gatherers of the queries, and the supplier of the result
     * @throws dev.ipw.error.ConfigurationException if the run cannot be analysed with these settings
     */
    Pass begin(AnalysedRun run);

    /**
     * Returns the figures of all queries that the analysis takes from {@link AnalysedRun#column}. They are stored once
     * for all analyses of a reading.
     *
     * @return the figures
     */
    default Set<Dimension> sharedColumns() {
        return Set.of();
    }

    /**
     * Returns the number of columns that the analysis takes from {@link AnalysedRun#unshared}.
     *
     * @return their number
     */
    default int unsharedColumns() {
        return 0;
    }

    /**
     * Estimates the memory that the analysis needs for each query until its result is computed, without its columns.
     *
     * @return bytes; 0 if its memory does not grow with the number of queries
     */
    default int bytesPerQuery() {
        return 0;
    }

    /**
     * Estimates the memory that the computation of the result takes for each query, in addition.
     *
     * @return bytes; 0 if its memory does not grow with the number of queries
     */
    default int resultBytesPerQuery() {
        return 0;
    }

    /**
     * Checks before the queries are read that memory is enough for the analysis alone.
     *
     * @param run the run
     * @throws dev.ipw.error.InputException if it is not; the message names the required amount
     */
    default void requireHeap(RunReader run) {
        int columns = AnalysedRun.columnsAreInFiles(run)
                ? 0
                : Double.BYTES * (sharedColumns().size() + unsharedColumns());
        RequiredHeap.require("This analysis", run.summary().totals().queries(),
                (long) bytesPerQuery() + resultBytesPerQuery() + columns);
    }

    @Override
    default AnalysisResult analyze(RunReader run) {
        return analyze(run, Plugins.builder("evaluator", EvaluatorProvider.class).build());
    }

    @Override
    default AnalysisResult analyze(RunReader run, Plugins<EvaluatorProvider> evaluators) {
        return analyze(new AnalysedRun(run, evaluators), List.of());
    }

    /**
     * Analyses a run in a reading that others share.
     *
     * @param run     the run
     * @param besides further receivers of each query; those that the analysis has too receive it once
     * @return the result of the analysis
     */
    default AnalysisResult analyze(AnalysedRun run, List<? extends RecordGatherer> besides) {
        requireHeap(run.run());
        Pass pass = begin(run);
        RecordGatherer.gather(run.run(),
                Stream.concat(pass.gatherers().stream(), besides.stream()).distinct().toList());
        return pass.result().get();
    }

    /**
     * The gatherers and the result of one analysis in a reading.
     *
     * @param gatherers receive each query of the run, in this order
     * @param result    computes the result after all queries
     */
    record Pass(List<? extends RecordGatherer> gatherers, Supplier<AnalysisResult> result) {
        /** Copies the gatherers. */
        public Pass {
            gatherers = List.copyOf(gatherers);
        }
    }
}
