package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;

/** A span with its joules among its attributes. */
final class EnergySpanData extends DelegatingSpanData {
    private final Attributes attributes;
    private final int added;

    EnergySpanData(SpanData span, Attributes energy) {
        super(span);
        attributes = span.getAttributes().toBuilder().putAll(energy).build();
        added = energy.size();
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public int getTotalAttributeCount() {
        return super.getTotalAttributeCount() + added;
    }
}
