package dev.ipw.meter;

import dev.ipw.energy.EnergySeries;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A meter of the joules of every request of a model server, for a gateway in front of it. The gateway reports the
 * events of requests; a thread of the meter divides the joules of the devices over them, for good every few seconds.
 * The joules of all requests, idle and other are those of the devices.
 *
 * <pre>{@code
 * try (TelemetrySession telemetry = TelemetrySession.open(); EnergyMeter meter = EnergyMeter.start(telemetry)) {
 *     MeteredRequest request = meter.start(RequestOrigin.of("llama3.2:1b", "team-a"), 420);
 *     ...                                                         // pass the request on, report its tokens
 *     request.finish(200, RequestTokens.of(415, 60), Optional.empty());
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyMeter implements AutoCloseable {
    private static final Duration DEFAULT_BLOCK = Duration.ofSeconds(5);
    private static final Duration LONGEST_SETTLE = Duration.ofSeconds(2);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MAX_KEPT_FINAL = 10_000;
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyMeter.class);

    private final TelemetrySession session;
    private final RunClock clock = RunClock.start();
    private final StreamedDivision division;
    private final Map<String, MeteredRequest> open = new ConcurrentHashMap<>();
    private final Map<String, MeteredRequest> finished = new LinkedHashMap<>();
    private final List<MeterListener> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor divider;
    // The devices of the block that is divided; a log of the block names the same ones.
    private volatile List<EnergySeries> divided = List.of();
    // Those of a block whose division failed are reported with the next one.
    private final List<RequestEvents> events = new ArrayList<>();

    private EnergyMeter(TelemetrySession session) {
        this.session = session;
        division = new StreamedDivision(() -> divided, MeterTime.wholeMicros(clock, System.nanoTime()));
        divider = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("ipw-meter").factory());
    }

    /**
     * Starts a meter.
     *
     * @param session the sensors of the machine that serves the model; it remains the caller's, who closes it after the
     *                meter
     * @return the meter, to be closed
     */
    public static EnergyMeter start(TelemetrySession session) {
        EnergyMeter meter = new EnergyMeter(session);
        var unused = meter.divider.scheduleWithFixedDelay(meter::tick, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
        return meter;
    }

    /**
     * Adds a receiver of figures.
     *
     * @param listener receives all later figures
     */
    public void addListener(MeterListener listener) {
        listeners.add(listener);
    }

    /**
     * Starts a request that is sent to the server now.
     *
     * @param origin              its labels and devices
     * @param expectedInputTokens an estimate of its prompt's tokens, used until the server counts them
     * @return the request, to be finished
     */
    public MeteredRequest start(RequestOrigin origin, double expectedInputTokens) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String id = HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
        double expected = Math.max(0, expectedInputTokens);
        StreamedRequest streamed = new StreamedRequest(id, MeterTime.wholeMicros(clock, System.nanoTime()),
                origin.devices(), expected);
        MeteredRequest request = new MeteredRequest(streamed, origin, clock, expected);
        open.put(id, request);
        return request;
    }

    /**
     * Finds a request.
     *
     * @param id its unique name
     * @return its figures as they are known now; empty if it is unknown, or was finished long ago
     */
    public Optional<RequestFigures> find(String id) {
        MeteredRequest request = open.get(id);
        synchronized (finished) {
            return Optional.ofNullable(request == null ? finished.get(id) : request).map(MeteredRequest::figures);
        }
    }

    private void tick() {
        try {
            boolean isDue = System.nanoTime() - division.dividedNanos() >= DEFAULT_BLOCK.toNanos();
            boolean isQuiet = open.values().stream().noneMatch(MeteredRequest::isOpen);
            if (isDue || (isQuiet && !open.isEmpty())) {
                divide();
            }
        } catch (Throwable failed) { // An error that is rethrown would end the schedule.
            LOGGER.warn("The joules of requests could not be divided; it is tried again", failed);
        }
    }

    private void divide() {
        long now = MeterTime.wholeMicros(clock, System.nanoTime());
        session.settle(now, LONGEST_SETTLE);
        List<MeteredRequest> known = List.copyOf(open.values());
        known.forEach(request -> request.takeEvents(division).ifPresent(events::add));
        divided = session.headlineSeries();
        StreamedBlock block;
        try {
            block = division.divide(now);
        } finally {
            known.forEach(MeteredRequest::releaseEvents);
        }
        MeasuredBlock measured = new MeasuredBlock(clock, block.time(), divided, limitWatts(), events);
        events.clear();
        notifyAll(listener -> listener.blockMeasured(measured));
        List<MeterBlock.RequestShare> shares = new ArrayList<>();
        List<MeteredRequest> complete = new ArrayList<>();
        for (StreamedShare share : block.shares()) {
            MeteredRequest request = open.get(share.request().id());
            if (request != null) {
                request.add(share);
                shares.add(new MeterBlock.RequestShare(request.id(), request.origin(), share.energy(),
                        share.promptJoules(), share.answerJoules()));
                if (share.isLast()) {
                    keep(request);
                    complete.add(request);
                }
            }
        }
        MeterBlock result = new MeterBlock(
                Instant.EPOCH.plusNanos(clock.epochAnchorNanos())
                        .plusNanos(clock.sinceAnchor(block.time().startNanos())),
                Duration.ofNanos(block.time().nanos()),
                block.devices().stream().map(one -> new MeterBlock.DeviceBlock(one.name(), one.total(),
                        one.requestsJoules(), one.idleJoules(), one.otherJoules(), one.trust(), one.quality()))
                        .toList(),
                shares);
        notifyAll(listener -> listener.blockDivided(result));
        complete.forEach(request -> {
            RequestFigures figures = request.figures();
            notifyAll(listener -> listener.requestFinished(figures));
        });
    }

    private Map<String, Double> limitWatts() {
        return session.sensors().stream().filter(sensor -> sensor.limitWatts().isPresent()).collect(
                Collectors.toMap(Sensor::device, sensor -> sensor.limitWatts().getAsDouble(), Math::max));
    }

    private void keep(MeteredRequest request) {
        synchronized (finished) {
            finished.put(request.id(), request);
            if (finished.size() > MAX_KEPT_FINAL) {
                finished.remove(finished.keySet().iterator().next());
            }
        }
        open.remove(request.id());
    }

    private void notifyAll(Consumer<MeterListener> event) {
        for (MeterListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException failed) {
                LOGGER.warn("A receiver of the meter's figures failed", failed);
            }
        }
    }

    /** Divides the joules up to now, and stops. Requests that are open then keep the joules divided so far. */
    @Override
    public void close() {
        divider.shutdown();
        try {
            divider.awaitTermination(LONGEST_SETTLE.toSeconds() + 1, TimeUnit.SECONDS);
            divide();
        } catch (InterruptedException ended) {
            divider.shutdownNow();
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            LOGGER.warn("The joules of the last requests could not be divided", failed);
        }
    }
}
