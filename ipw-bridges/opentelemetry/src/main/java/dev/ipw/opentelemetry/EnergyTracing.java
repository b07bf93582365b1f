package dev.ipw.opentelemetry;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.Contained;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joules as attributes of GenAI spans: calls of models, agents and tools, which start with an attribute
 * {@code gen_ai.*}. The devices' joules are shared as between requests of the session
 * ({@link TelemetrySession#request}); the share of a nested span is part of the outer one's.
 *
 * <pre>{@code
 * EnergyTracing energy = EnergyTracing.of(telemetry);
 * SdkTracerProvider.builder()
 *         .setSampler(energy.sampler(Sampler.parentBased(Sampler.traceIdRatioBased(0.1))))
 *         .addSpanProcessor(energy.processor())
 *         .addSpanProcessor(BatchSpanProcessor.builder(energy.exporter(otlp)).build())
 *         .build();
 * }</pre>
 *
 * <p>The threads of the application never wait. Exported spans carry the attributes of {@link EnergyAttributes}, a
 * second or more after their end: an exporter holds them back while spans that overlap them are open, for at most
 * half a minute.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyTracing {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyTracing.class);

    private final List<Runnable> beforeShutdown = new CopyOnWriteArrayList<>();
    private final AtomicInteger users = new AtomicInteger(1);
    private final Runnable unused;
    private final EnergySpanProcessor processor;

    private EnergyTracing(TelemetrySession session, Collection<String> spanNames, Runnable unused) {
        this.unused = unused;
        processor = new EnergySpanProcessor(session, new MeasuredNames(spanNames), this::shutDown);
    }

    /**
     * Creates the tracing of a session.
     *
     * @param session the measuring session; the caller owns it and closes it after the tracer provider
     * @return the parts of a tracer provider that measure
     */
    public static EnergyTracing of(TelemetrySession session) {
        return of(session, List.of());
    }

    /**
     * Creates the tracing of a session that also measures spans with certain names, such as those of a web server.
     *
     * @param session   the measuring session; the caller owns it and closes it after the tracer provider
     * @param spanNames the names; {@code *} stands for any text
     * @return the parts of a tracer provider that measure
     */
    public static EnergyTracing of(TelemetrySession session, Collection<String> spanNames) {
        return new EnergyTracing(Objects.requireNonNull(session, "session"), List.copyOf(spanNames), () -> {});
    }

    /** Creates the tracing of a session that is closed once the processor and all exporters are shut down. */
    static EnergyTracing closing(TelemetrySession session, Collection<String> spanNames) {
        return new EnergyTracing(session, spanNames, session::close);
    }

    /** Adds a step to the shutdown of the tracer provider, before the session is closed. */
    void beforeShutdown(Runnable step) {
        beforeShutdown.add(step);
    }

    private void shutDown() {
        beforeShutdown.forEach(step -> Contained.run(LOGGER, step));
        released();
    }

    private void released() {
        if (users.decrementAndGet() == 0) {
            unused.run();
        }
    }

    /**
     * Returns the processor that opens and closes the spans' requests.
     *
     * @return the processor, the same at each call; add it once
     */
    public SpanProcessor processor() {
        return processor;
    }

    /**
     * Returns a sampler that also measures unsampled spans. Without it their joules would be charged to the
     * sampled ones.
     *
     * @param sampler decides which spans are exported
     * @return a sampler with the same decisions
     */
    public Sampler sampler(Sampler sampler) {
        return new EnergySampler(Objects.requireNonNull(sampler, "sampler"), processor);
    }

    /**
     * Returns an exporter that adds the joules to spans before they are exported.
     *
     * @param exporter the target of the spans
     * @return the exporter to register in its place
     */
    public SpanExporter exporter(SpanExporter exporter) {
        users.incrementAndGet();
        EnergySpanExporter delaying = new EnergySpanExporter(Objects.requireNonNull(exporter, "exporter"), processor,
                this::released);
        processor.flushing(delaying);
        return delaying;
    }
}
