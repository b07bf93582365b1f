package dev.ipw.analysis.latency;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.internal.LatencyProvider;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.plugin.Parameters;
import java.util.Optional;

/** The provider of the latency analysis. Parameter: {@code slo}, for example {@code ttft=200ms,tpot=30ms}. */
public final class LatencyAnalysisProvider implements LatencyProvider {
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
        Analysis analysis = create(parameters.text("slo").map(ServiceLevels::parse));
        parameters.rejectUnknown();
        return analysis;
    }

    @Override
    public OnePassAnalysis create(Optional<ServiceLevels> levels) {
        return levels.map(LatencyAnalysis::new).orElseGet(LatencyAnalysis::new);
    }
}
