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
 * Have GenAI spans that are not sampled recorded all the same, which does not export them: else the joules of calls that nobody sees
 * would be charged to those that are sampled.
 */
final class EnergySampler implements Sampler {
    private final Sampler sampler;

    EnergySampler(Sampler sampler) {
        this.sampler = sampler;
    }

    @Override
    public SamplingResult shouldSample(Context parentContext, String traceId, String name, SpanKind spanKind,
            Attributes attributes, List<LinkData> parentLinks) {
        SamplingResult result = sampler.shouldSample(parentContext, traceId, name, spanKind, attributes, parentLinks);
        return result.getDecision() == SamplingDecision.DROP && GenAi.isOperation(attributes)
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
