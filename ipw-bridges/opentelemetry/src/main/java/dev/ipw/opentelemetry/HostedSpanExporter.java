package dev.ipw.opentelemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exporter that adds to each span before it exports it. A span to which nothing can be added is exported as it is.
 *
 * @param exporter the target of the spans
 * @param added    returns a span with its additions
 */
record HostedSpanExporter(SpanExporter exporter, UnaryOperator<SpanData> added) implements SpanExporter {
    private static final Logger LOGGER = LoggerFactory.getLogger(HostedSpanExporter.class);

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        return exporter.export(spans.stream().map(this::withAdditions).toList());
    }

    private SpanData withAdditions(SpanData span) {
        try {
            return added.apply(span);
        } catch (RuntimeException failed) {
            LOGGER.warn("The span '{}' has no estimate", span.getName(), failed);
            return span;
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
