package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisResult;
import java.util.List;
import java.util.function.Supplier;

/**
 * An analysis of sums and columns, so that parts of a run can be gathered apart from each other and merged. Accuracy,
 * cost and Pareto are not mergeable: they resample their intervals from groups of neighbouring queries, which differ
 * with the place where a part begins.
 */
public interface MergeableAnalysis extends OnePassAnalysis {
    /**
     * Prepares for the queries of a run, or of a part of it.
     *
     * @param run the run; each part needs an instance of its own
     * @return the gatherers of the queries, and the supplier of the result
     * @throws dev.ipw.error.ConfigurationException if the run cannot be analysed with these settings
     */
    MergeablePass beginPart(AnalysedRun run);

    @Override
    default Pass begin(AnalysedRun run) {
        MergeablePass pass = beginPart(run);
        return new Pass(pass.gatherers(), pass.result());
    }

    /**
     * The gatherers and the result of an analysis of a run, or of a part of it.
     *
     * @param gatherers receive each query, in this order
     * @param result    computes the result after all queries
     */
    record MergeablePass(List<? extends MergeableGatherer<?>> gatherers, Supplier<AnalysisResult> result) {
        /** Copies the gatherers. */
        public MergeablePass {
            gatherers = List.copyOf(gatherers);
        }

        /**
         * Adds the queries of another pass of the same analysis.
         *
         * @param later the pass of a part that comes after this one; not to be used afterwards
         */
        public void merge(MergeablePass later) {
            for (int place = 0; place < gatherers.size(); place++) {
                merge(gatherers.get(place), later.gatherers.get(place));
            }
        }

        /** Both are of one class, because one analysis made both passes. */
        @SuppressWarnings("unchecked")
        private static <G extends MergeableGatherer<G>> void merge(MergeableGatherer<G> gatherer,
                MergeableGatherer<?> later) {
            gatherer.merge((G) later);
        }
    }
}
