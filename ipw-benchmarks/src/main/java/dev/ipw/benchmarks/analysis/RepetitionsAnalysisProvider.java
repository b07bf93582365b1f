package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code repetitions}: questions that were asked several times (epochs): pass@k, pass^k,
 * majority vote, joules of k answers.
 */
public final class RepetitionsAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public RepetitionsAnalysisProvider() {}

    @Override
    public String id() {
        return RepetitionsAnalysis.ID;
    }

    @Override
    public String description() {
        return "questions that were asked several times (epochs): pass@k, pass^k, majority vote, joules of k answers";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new RepetitionsAnalysis();
    }
}
