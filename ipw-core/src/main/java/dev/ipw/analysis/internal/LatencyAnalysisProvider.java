package dev.ipw.analysis.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.plugin.Parameters;

/** The provider of the latency analysis. Parameter: {@code slo}, for example {@code ttft=200ms,tpot=30ms}. */
public final class LatencyAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public LatencyAnalysisProvider() {}

    @Override
    public String id() {
        return LatencyAnalysis.ID;
    }

    @Override
    public String description() {
        return "percentiles of times with their intervals, throughput, and goodput for slo=ttft=200ms,tpot=30ms";
    }

    @Override
    public Analysis create(Parameters parameters) {
        LatencyAnalysis analysis = parameters.text("slo").map(ServiceLevels::parse).map(LatencyAnalysis::new)
                .orElseGet(LatencyAnalysis::new);
        parameters.rejectUnknown();
        return analysis;
    }
}
