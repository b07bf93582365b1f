package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code speedup}: the share of the experts' speed-ups that patches reach, combined as in
 * SWE-fficiency.
 */
public final class SpeedupAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SpeedupAnalysisProvider() {}

    @Override
    public String id() {
        return SpeedupAnalysis.ID;
    }

    @Override
    public String description() {
        return "patches' speed-ups over the experts', as harmonic mean over the tasks of swefficiency";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new SpeedupAnalysis();
    }
}
