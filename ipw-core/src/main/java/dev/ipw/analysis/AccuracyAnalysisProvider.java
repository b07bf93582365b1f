package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;

/** Provide the accuracy analysis. */
public final class AccuracyAnalysisProvider implements AnalysisProvider {
    /** Create the provider. */
    public AccuracyAnalysisProvider() {}

    @Override
    public String id() {
        return AccuracyAnalysis.ID;
    }

    @Override
    public String description() {
        return "accuracy, intelligence per joule and per watt, with their intervals and energy source";
    }

    @Override
    public Analysis create(Parameters parameters) {
        parameters.rejectUnknown();
        return new AccuracyAnalysis();
    }
}
