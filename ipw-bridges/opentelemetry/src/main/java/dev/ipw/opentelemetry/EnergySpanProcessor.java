package dev.ipw.opentelemetry;

import dev.ipw.engine.spans.Contained;
import dev.ipw.engine.spans.OpenSpan;
import dev.ipw.engine.spans.SpanTree;
import dev.ipw.telemetry.TelemetrySession;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Open a request of the session for each GenAI span, within that of the nearest one it lies in, whatever spans are between. */
final class EnergySpanProcessor implements SpanProcessor {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergySpanProcessor.class);
    private static final int MOST_OPEN = 65_536;
    private static final int MOST_ENDED = 8192;

    private final SpanTree tree;
    private final Runnable shutDown;
    private final List<SpanExporter> exporters = new CopyOnWriteArrayList<>();
    /** By the span that is open: the GenAI span that it is, or lies in. */
    private final Map<String, MeasuredSpan> within = latest(MOST_OPEN);
    /** GenAI spans that exporters may ask for. */
    private final Map<String, MeasuredSpan> measured = latest(MOST_ENDED);

    EnergySpanProcessor(TelemetrySession session, Runnable shutDown) {
        tree = new SpanTree(session, closed -> {}, System::nanoTime);
        this.shutDown = shutDown;
    }

    private static Map<String, MeasuredSpan> latest(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, MeasuredSpan> eldest) {
                return size() > most;
            }
        };
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        contained(() -> start(parentContext, span));
    }

    private void start(Context parentContext, ReadWriteSpan span) {
        MeasuredSpan parent = find(within, Span.fromContext(parentContext).getSpanContext().getSpanId());
        MeasuredSpan innermost = parent;
        String spanId = span.getSpanContext().getSpanId();
        if (GenAi.isOperation(span.getAttributes())) {
            Optional<OpenSpan> outer = Optional.ofNullable(parent).map(MeasuredSpan::open);
            innermost = new MeasuredSpan(tree.open(span.getName(), spanId, outer));
            if (span.getSpanContext().isSampled()) {
                put(measured, spanId, innermost);
            }
        }
        if (innermost != null) {
            put(within, spanId, innermost);
        }
    }

    @Override
    public void onEnd(ReadableSpan span) {
        contained(() -> end(span));
    }

    private void end(ReadableSpan span) {
        String spanId = span.getSpanContext().getSpanId();
        MeasuredSpan own;
        synchronized (within) {
            own = within.remove(spanId);
        }
        if (own != null && own.open().work().equals(spanId)) {
            own.open().tokens(GenAi.inputTokens(span), GenAi.outputTokens(span));
            tree.close(own.open());
            own.ended(span.getLatencyNanos());
        }
    }

    /** Return what was measured of a span, if it is a GenAI span that this has seen lately. */
    Optional<MeasuredSpan> measured(String spanId) {
        return Optional.ofNullable(find(measured, spanId));
    }

    private static @Nullable MeasuredSpan find(Map<String, MeasuredSpan> spans, String spanId) {
        synchronized (spans) {
            return spans.get(spanId);
        }
    }

    private static void put(Map<String, MeasuredSpan> spans, String spanId, MeasuredSpan span) {
        synchronized (spans) {
            spans.put(spanId, span);
        }
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

    /** Have an exporter flushed with this: some processors do not hand a flush on to theirs. */
    void flushing(SpanExporter exporter) {
        exporters.add(exporter);
    }

    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofAll(exporters.stream().map(SpanExporter::flush).toList());
    }

    @Override
    public CompletableResultCode shutdown() {
        shutDown.run();
        return CompletableResultCode.ofSuccess();
    }
}
