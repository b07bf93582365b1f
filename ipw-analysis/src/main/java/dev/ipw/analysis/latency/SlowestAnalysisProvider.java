package dev.ipw.analysis.latency;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;

/**
 * The provider of the list of the slowest queries. Parameters: {@code by}, any dimension, and {@code top}, the number
 * of queries.
 */
public final class SlowestAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public SlowestAnalysisProvider() {}

    @Override
    public String id() {
        return SlowestAnalysis.ID;
    }

    @Override
    public String description() {
        return "the queries with the longest latency, or the worst of another dimension: by=ttft, by=joules, top=20";
    }

    @Override
    public Analysis create(Parameters parameters) {
        Dimension dimension = parameters.text("by").map(Dimension::named).orElse(Dimension.TIME_FROM_INTENDED_START);
        int top = parameters.integer("top").orElse(SlowestAnalysis.DEFAULT_TOP);
        parameters.rejectUnknown();
        return new SlowestAnalysis(dimension, top);
    }
}
