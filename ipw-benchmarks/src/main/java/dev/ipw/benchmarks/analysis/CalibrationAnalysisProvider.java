package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the analysis {@code calibration}: the difference between the confidence that answers state and their
 * accuracy.
 */
public final class CalibrationAnalysisProvider implements AnalysisProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public CalibrationAnalysisProvider() {}

    @Override
    public String id() {
        return CalibrationAnalysis.ID;
    }

    @Override
    public String description() {
        return "how far the confidence that answers state and their accuracy are apart";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new CalibrationAnalysis();
    }
}
