package dev.ipw.analysis.pareto;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/** Provide the Pareto analysis. */
public final class ParetoAnalysisProvider implements AnalysisProvider {
    /** Create the provider. */
    public ParetoAnalysisProvider() {}

    @Override
    public String id() {
        return ParetoAnalysis.ID;
    }

    @Override
    public String description() {
        return "several runs side by side: accuracy against joules, dollars and seconds, and who dominates whom";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new ParetoAnalysis();
    }
}
