package dev.ipw.analysis.steady;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/** The provider of the analysis of the window of steady load. It has no parameters. */
public final class SteadyStateAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public SteadyStateAnalysisProvider() {}

    @Override
    public String id() {
        return SteadyStateAnalysis.ID;
    }

    @Override
    public String description() {
        return "the window between ramp-up and ramp-down: its times, throughput and joules beside those of the whole run";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new SteadyStateAnalysis();
    }
}
