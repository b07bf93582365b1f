package dev.ipw.opentelemetry;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.Contained;
import dev.ipw.telemetry.internal.spans.SpanTree;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A span processor that opens a request of the session for each GenAI span and each span with a chosen name, within that
 * of the nearest enclosing one, regardless of the spans between.
 */
final class EnergySpanProcessor implements SpanProcessor {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergySpanProcessor.class);
    private static final String NO_PROCESSOR = "nothing was measured: add EnergyTracing.processor() to the tracer provider";
    private static final String NOT_SEEN = "it was not measured: it had no attribute gen_ai.* when it started and no "
            + "chosen name, or others ended in thousands before it was exported";

    private final SpanTree tree;
    private final MeasuredNames names;
    private final Runnable shutDown;
    private final AtomicBoolean isShutDown = new AtomicBoolean();
    private final List<SpanExporter> exporters = new CopyOnWriteArrayList<>();
    private final EnclosingSpans spans = new EnclosingSpans();
    private volatile boolean hasSeenSpans;
    private volatile long flushedNanos = System.nanoTime();

    EnergySpanProcessor(TelemetrySession session, MeasuredNames names, Runnable shutDown) {
        this.names = names;
        tree = new SpanTree(session, closed -> {}, System::nanoTime);
        this.shutDown = shutDown;
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        // The first span loads classes and may wait for a collector: that time is not part of the span's timestamps.
        long startNanos = System.nanoTime();
        contained(() -> start(parentContext, span, startNanos));
    }

    private void start(Context parentContext, ReadWriteSpan span, long startNanos) {
        hasSeenSpans = true;
        String spanId = span.getSpanContext().getSpanId();
        Optional<MeasuredSpan> parent = enclosing(parentContext);
        if (measures(span.getName(), span.getAttributes())) {
            spans.started(spanId,
                    new MeasuredSpan(startNanos, tree.open(span.getName(), spanId, parent.map(MeasuredSpan::open))));
        } else {
            parent.ifPresent(genAi -> spans.started(spanId, genAi));
        }
    }

    /** Returns whether a span with this name and these attributes at its start is measured. */
    boolean measures(String name, Attributes atStart) {
        return names.include(name, atStart);
    }

    @Override
    public void onEnd(ReadableSpan span) {
        contained(() -> end(span));
    }

    private void end(ReadableSpan span) {
        String spanId = span.getSpanContext().getSpanId();
        spans.ended(spanId).filter(genAi -> genAi.open().work().equals(spanId)).ifPresent(own -> {
            own.ended(span.getLatencyNanos());
            own.open().tokens(GenAi.inputTokens(span.getAttributes()), GenAi.outputTokens(span.getAttributes()));
            tree.end(own.open());
        });
    }

    /** Returns the GenAI span that encloses work in a context. */
    Optional<MeasuredSpan> enclosing(Context context) {
        return spans.find(Span.fromContext(context).getSpanContext().getSpanId());
    }

    /** Returns the measurement of a span, if it is a GenAI span that was seen recently. */
    Optional<MeasuredSpan> measured(String spanId) {
        return spans.find(spanId).filter(genAi -> genAi.open().work().equals(spanId));
    }

    /** Returns the reason why nothing is known of an exported GenAI span. */
    String whyNotMeasured() {
        return hasSeenSpans ? NOT_SEEN : NO_PROCESSOR;
    }

    /** Returns whether a flush was requested since a span ended, so that it is not held back. */
    boolean isFlushed(MeasuredSpan span) {
        return span.isEndedBefore(flushedNanos);
    }

    private static void contained(Runnable step) {
        Contained.run(LOGGER, step);
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    /** Adds an exporter to be flushed with this processor: some processors do not pass a flush on to theirs. */
    void flushing(SpanExporter exporter) {
        exporters.add(exporter);
    }

    @Override
    public CompletableResultCode forceFlush() {
        // A batch processor hands over its spans after this, and does not flush its exporter.
        flushedNanos = System.nanoTime();
        return CompletableResultCode.ofAll(exporters.stream().map(SpanExporter::flush).toList());
    }

    @Override
    public CompletableResultCode shutdown() {
        if (isShutDown.compareAndSet(false, true)) {
            shutDown.run();
        }
        return CompletableResultCode.ofSuccess();
    }
}
