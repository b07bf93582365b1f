package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code solved}: joules, seconds and dollars per solved task, failed attempts included.
 */
public final class SolvedAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SolvedAnalysisProvider() {}

    @Override
    public String id() {
        return SolvedAnalysis.ID;
    }

    @Override
    public String description() {
        return "joules, seconds and dollars per solved task: what all attempts used over those that solved theirs";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new SolvedAnalysis();
    }
}
