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
 * Have GenAI spans, and spans within them, recorded that are not sampled, which does not export them. Else the joules of calls that
 * nobody sees would be charged to those that are sampled, and calls would be lost to the agents they lie in.
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
                && (GenAi.isOperation(attributes) || processor.enclosing(parentContext).isPresent())
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

    /** What a sampler said, but recorded. */
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
