package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/**
 * A sampler that also records unsampled spans that are measured, and spans within them, without exporting them. Otherwise the
 * joules of unsampled calls would be charged to the sampled ones, and agents would lose the calls within them.
 */
final class EnergySampler implements Sampler {
    private final Sampler sampler;
    private final EnergySpanProcessor processor;

    EnergySampler(Sampler sampler, EnergySpanProcessor processor) {
        this.sampler = sampler;
        this.processor = processor;
    }

    @Override
    public SamplingResult shouldSample(Context parentContext, String traceId, String name, SpanKind spanKind,
            Attributes attributes, List<LinkData> parentLinks) {
        SamplingResult result = sampler.shouldSample(parentContext, traceId, name, spanKind, attributes, parentLinks);
        return result.getDecision() == SamplingDecision.DROP
                && (processor.measures(name, attributes) || processor.enclosing(parentContext).isPresent())
                        ? new Recorded(result)
                        : result;
    }

    @Override
    public String getDescription() {
        return "EnergySampler{" + sampler.getDescription() + "}";
    }

    @Override
    public CompletableResultCode shutdown() {
        return sampler.shutdown();
    }

    /** The decision of a sampler, with recording added. */
    private record Recorded(SamplingResult result) implements SamplingResult {
        @Override
        public SamplingDecision getDecision() {
            return SamplingDecision.RECORD_ONLY;
        }

        @Override
        public Attributes getAttributes() {
            return result.getAttributes();
        }

        @Override
        public TraceState getUpdatedTraceState(TraceState parentTraceState) {
            return result.getUpdatedTraceState(parentTraceState);
        }
    }
}
