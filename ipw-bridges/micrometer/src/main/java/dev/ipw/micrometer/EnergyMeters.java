package dev.ipw.micrometer;

import dev.ipw.engine.live.LiveDevice;
import dev.ipw.engine.live.LiveFigures;
import dev.ipw.telemetry.TelemetrySession;
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

/**
 * Show the joules of a session as meters. Nothing is read before it is bound. A scrape waits for nothing: a thread of its own asks
 * the session, each five seconds, for what takes time.
 *
 * <pre>{@code
 * TelemetrySession telemetry = TelemetrySession.open();
 * EnergyMeters.of(telemetry).bindTo(registry);
 * }</pre>
 *
 * <p>What has no sensor has no meter. The power of a sensor that is lost is NaN, and its joules stand still.
 */
public final class EnergyMeters implements MeterBinder, AutoCloseable {
    /** How often figures are brought up to date that take time to tell. */
    public static final Duration DEFAULT_PERIOD = LiveFigures.DEFAULT_PERIOD;
    private static final String JOULES = "joules";

    private final TelemetrySession session;
    private final LiveFigures figures;
    private final Map<MeterRegistry, Map<String, Meter>> bound = new HashMap<>();
    // Meters hold what they read weakly.
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
     * Show a session, brought up to date each {@link #DEFAULT_PERIOD}.
     *
     * @param session what to show; it stays the caller's, who closes it after the meters
     * @return the meters, to be bound
     */
    public static EnergyMeters of(TelemetrySession session) {
        return of(session, DEFAULT_PERIOD);
    }

    /**
     * Show a session.
     *
     * @param session what to show; it stays the caller's, who closes it after the meters
     * @param period  how often to bring up to date what takes time to tell
     * @return the meters, to be bound
     * @throws IllegalArgumentException if the period is not above zero
     */
    public static EnergyMeters of(TelemetrySession session, Duration period) {
        return new EnergyMeters(Objects.requireNonNull(session, "session"), period);
    }

    /**
     * Register the meters of what is sampled. Further ones follow as they come to be known: tokens once a span told any, a device
     * once its counter is believed.
     *
     * @param registry where to; any number of them
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

    /** Bring up to date what takes time to tell. Waits until the counters show what was used up to now. */
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
            Supplier<OptionalLong> told) {
        if (told.get().isPresent()) {
            meters.computeIfAbsent("tokens " + type,
                    unused -> FunctionCounter.builder("gen_ai.client.token.usage", told, sum -> sum.get().orElse(0))
                            .tag("gen_ai.token.type", type).baseUnit("tokens")
                            .description("Tokens that request spans told").register(registry));
        }
    }

    /** Stop bringing the meters up to date, and take them out of their registries. The session goes on. */
    @Override
    public synchronized void close() {
        closed = true;
        figures.close();
        bound.forEach((registry, meters) -> meters.values().forEach(registry::remove));
        bound.clear();
    }
}
