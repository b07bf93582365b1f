package dev.ipw.micrometer;

import dev.ipw.energy.EnergySeries;
import dev.ipw.telemetry.TelemetrySession;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    public static final Duration DEFAULT_PERIOD = Duration.ofSeconds(5);
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyMeters.class);
    private static final String JOULES = "joules";

    private final TelemetrySession session;
    private final Duration period;
    private final Map<EnergySeries, DeviceMeter> devices = new HashMap<>();
    private final Map<MeterRegistry, Map<String, Meter>> bound = new HashMap<>();
    // Meters hold what they read weakly.
    private final Supplier<OptionalLong> inputTokens;
    private final Supplier<OptionalLong> outputTokens;
    private @Nullable ScheduledThreadPoolExecutor refresher;
    private boolean closed;
    private long refreshedNanos;
    private volatile double requestJoules;
    private volatile double joulesPerOutputToken = Double.NaN;

    private EnergyMeters(TelemetrySession session, Duration period) {
        this.session = session;
        inputTokens = session::requestInputTokens;
        outputTokens = session::requestOutputTokens;
        this.period = period;
        refreshedNanos = System.nanoTime();
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
        if (!period.isPositive()) {
            throw new IllegalArgumentException("Meters need a period above zero, not " + period);
        }
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
        bound.computeIfAbsent(registry, unused -> new HashMap<>());
        register();
        if (refresher == null) {
            refresher = startRefresher();
        }
    }

    private ScheduledThreadPoolExecutor startRefresher() {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("ipw-micrometer").factory());
        var unused = thread.scheduleWithFixedDelay(this::refreshContained, period.toNanos(), period.toNanos(),
                TimeUnit.NANOSECONDS);
        return thread;
    }

    private void refreshContained() {
        try {
            refresh();
        } catch (RuntimeException failed) {
            LOGGER.warn("The meters of energy could not be brought up to date; they are tried again in {}", period,
                    failed);
        }
    }

    /** Bring up to date what takes time to tell. Waits until the counters show what was used up to now, two seconds at most. */
    void refresh() {
        long now = System.nanoTime();
        session.settle(now, Duration.ofSeconds(1));
        OptionalLong tokens = session.requestOutputTokens();
        OptionalDouble joules = session.requests().requests().joules();
        synchronized (this) {
            if (closed) {
                return;
            }
            devices.values().forEach(device -> device.refresh(refreshedNanos, now));
            refreshedNanos = now;
            requestJoules = Math.max(requestJoules, joules.orElse(0));
            joulesPerOutputToken = tokens.isPresent() && joules.isPresent()
                    ? requestJoules / tokens.getAsLong()
                    : Double.NaN;
            register();
        }
    }

    private void register() {
        for (EnergySeries series : session.headlineSeries()) {
            if (series.disbelief().isEmpty()) {
                devices.computeIfAbsent(series, DeviceMeter::new);
            }
        }
        bound.forEach(this::register);
    }

    private void register(MeterRegistry registry, Map<String, Meter> meters) {
        for (DeviceMeter device : devices.values()) {
            String key = device.tags().toString();
            meters.computeIfAbsent("hw.energy " + key,
                    unused -> FunctionCounter.builder("hw.energy", device, DeviceMeter::joules).tags(device.tags())
                            .baseUnit(JOULES).description("Energy that the device used").register(registry));
            meters.computeIfAbsent("hw.power " + key,
                    unused -> Gauge.builder("hw.power", device, DeviceMeter::watts).tags(device.tags())
                            .baseUnit("watts").description("Mean power of the device lately").register(registry));
        }
        if (!devices.isEmpty()) {
            meters.computeIfAbsent("ipw.requests.energy",
                    name -> FunctionCounter.builder(name, this, shown -> shown.requestJoules).baseUnit(JOULES)
                            .description("Energy that all request spans were charged").register(registry));
        }
        tokens(registry, meters, "input", inputTokens);
        tokens(registry, meters, "output", outputTokens);
        if (!devices.isEmpty() && session.requestOutputTokens().isPresent()) {
            meters.computeIfAbsent("ipw.joules.per.output.token",
                    name -> Gauge.builder(name, this, shown -> shown.joulesPerOutputToken)
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
        if (refresher != null) {
            refresher.shutdownNow();
        }
        bound.forEach((registry, meters) -> meters.values().forEach(registry::remove));
        bound.clear();
    }
}
