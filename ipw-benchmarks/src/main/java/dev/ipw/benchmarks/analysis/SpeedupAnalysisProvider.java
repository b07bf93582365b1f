package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/** Provide the analysis {@code speedup}: how much of the experts' speed-ups patches reach, as SWE-fficiency adds it up. */
public final class SpeedupAnalysisProvider implements AnalysisProvider {
    /** Make the provider, as {@link java.util.ServiceLoader} does. */
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
