package dev.ipw.micrometer;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.live.LiveDevice;
import dev.ipw.telemetry.internal.live.LiveFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * The joules of a session as meters. Nothing is read before they are bound. A scrape never waits: a separate thread
 * asks the session every five seconds for the figures that take time.
 *
 * <pre>{@code
 * TelemetrySession telemetry = TelemetrySession.open();
 * EnergyMeters.of(telemetry).bindTo(registry);
 * }</pre>
 *
 * <p>A quantity without a sensor has no meter. The power of a lost sensor is NaN, and its joules remain constant.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyMeters implements MeterBinder, AutoCloseable {
    /** The default time between updates of the figures that take time. */
    public static final Duration DEFAULT_PERIOD = LiveFigures.DEFAULT_PERIOD;
    private static final String JOULES = "joules";

    private final TelemetrySession session;
    private final LiveFigures figures;
    private final Map<MeterRegistry, Map<String, Meter>> bound = new HashMap<>();
    // Meters reference their suppliers weakly.
    private final Supplier<OptionalLong> inputTokens;
    private final Supplier<OptionalLong> outputTokens;
    private boolean closed;

    private EnergyMeters(TelemetrySession session, Duration period) {
        this.session = session;
        figures = new LiveFigures(session, period, this::register);
        inputTokens = session::requestInputTokens;
        outputTokens = session::requestOutputTokens;
    }

    /**
     * Creates the meters of a session, updated once per {@link #DEFAULT_PERIOD}.
     *
     * @param session the session; the caller owns it and closes it after the meters
     * @return the meters, to be bound
     */
    public static EnergyMeters of(TelemetrySession session) {
        return of(session, DEFAULT_PERIOD);
    }

    /**
     * Creates the meters of a session.
     *
     * @param session the session; the caller owns it and closes it after the meters
     * @param period  the time between updates of the figures that take time
     * @return the meters, to be bound
     * @throws IllegalArgumentException if the period is not above zero
     */
    public static EnergyMeters of(TelemetrySession session, Duration period) {
        return new EnergyMeters(Objects.requireNonNull(session, "session"), period);
    }

    /**
     * Registers the meters of the sampled quantities. Others follow when they become known: tokens once a span
     * reported any, a device once its counter is trusted.
     *
     * @param registry the target; any number of them
     * @throws IllegalStateException if this is closed
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (closed) {
            throw new IllegalStateException("These meters are closed: create others with EnergyMeters.of(session)");
        }
        figures.start("ipw-micrometer");
        bound.computeIfAbsent(registry, unused -> new HashMap<>());
        register();
    }

    /** Updates the figures that take time. Waits until the counters include all energy up to now. */
    void refresh() {
        figures.refresh();
    }

    private synchronized void register() {
        bound.forEach(this::register);
    }

    private void register(MeterRegistry registry, Map<String, Meter> meters) {
        List<LiveDevice> devices = figures.devices();
        for (LiveDevice device : devices) {
            Tags tags = Tags.of("hw.id", device.name(), "hw.type", device.type(), "provenance",
                    device.provenance().name().toLowerCase(Locale.ROOT));
            String key = tags.toString();
            meters.computeIfAbsent("hw.energy " + key,
                    unused -> FunctionCounter.builder("hw.energy", device, LiveDevice::joules).tags(tags)
                            .baseUnit(JOULES).description("Energy that the device used").register(registry));
            meters.computeIfAbsent("hw.power " + key,
                    unused -> Gauge.builder("hw.power", device, LiveDevice::watts).tags(tags)
                            .baseUnit("watts").description("Mean power of the device lately").register(registry));
        }
        if (!devices.isEmpty() && !Double.isNaN(figures.requestJoules())) {
            meters.computeIfAbsent("ipw.requests.energy",
                    name -> FunctionCounter.builder(name, figures, LiveFigures::requestJoules).baseUnit(JOULES)
                            .description("Energy that all request spans were charged").register(registry));
        }
        tokens(registry, meters, "input", inputTokens);
        tokens(registry, meters, "output", outputTokens);
        if (!devices.isEmpty() && session.requestOutputTokens().isPresent()) {
            meters.computeIfAbsent("ipw.joules.per.output.token",
                    name -> Gauge.builder(name, figures, LiveFigures::joulesPerOutputToken)
                            .description("Energy of all request spans over their output tokens").register(registry));
        }
    }

    private void tokens(MeterRegistry registry, Map<String, Meter> meters, String type,
            Supplier<OptionalLong> tokens) {
        if (tokens.get().isPresent()) {
            meters.computeIfAbsent("tokens " + type,
                    unused -> FunctionCounter.builder("gen_ai.client.token.usage", tokens, sum -> sum.get().orElse(0))
                            .tag("gen_ai.token.type", type).baseUnit("tokens")
                            .description("Tokens that request spans told").register(registry));
        }
    }

    /** Stops updating the meters, and removes them from their registries. The session remains open. */
    @Override
    public synchronized void close() {
        closed = true;
        figures.close();
        bound.forEach((registry, meters) -> meters.values().forEach(registry::remove));
        bound.clear();
    }
}
