package dev.ipw.meter;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
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
    private static final Duration RETRIED = Duration.ofMinutes(1);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MAX_REASON_CHARACTERS = 300;
    static final int MAX_KEPT_FINAL = 10_000;
    private static final int ID_BYTES = 16;
    // Whoever knows the id of one request must not guess those of others.
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyMeter.class);

    private final TelemetrySession session;
    private final Optional<HostedServer> hosted;
    private final Watch watch;
    private final RunClock clock = RunClock.start();
    private final StreamedDivision division;
    private final Map<String, MeteredRequest> open = new ConcurrentHashMap<>();
    private final Map<String, MeteredRequest> finished = new LinkedHashMap<>();
    private final List<MeterListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<MeterListener> failing = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor divider;
    private final Duration retried;
    private boolean isFailing;
    private boolean isDeviceFailing;
    // One thread, so that the arithmetic leaves the other processors to those who pass bytes on.
    private final ForkJoinPool arithmetic = new ForkJoinPool(1);
    // The facts of the block that is divided, as a log of it has them.
    private volatile List<EnergySeries> divided = List.of();
    private Map<String, Double> limitsWatts = Map.of();
    private final Map<String, List<EnergyFinding>> found = new LinkedHashMap<>();
    // Those of a block whose division failed are reported with the next one.
    private final List<RequestEvents> events = new ArrayList<>();

    private EnergyMeter(TelemetrySession session, Optional<HostedServer> hosted, Duration retried) {
        this.session = session;
        this.hosted = hosted;
        this.retried = retried;
        watch = session.watch();
        division = new StreamedDivision(() -> divided, this::findings, this::limitWatts, now());
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
        return start(session, RETRIED);
    }

    /**
     * Starts a meter of a server whose models others host. Beside the joules that sensors measure, of which there may be
     * none, each request gets the estimate by its billed tokens.
     *
     * @param session the sensors, if any; it remains the caller's, who closes it after the meter
     * @param server  the server
     * @return the meter, to be closed
     */
    public static EnergyMeter start(TelemetrySession session, HostedServer server) {
        return start(session, Optional.of(server), RETRIED);
    }

    /**
     * Starts a meter.
     *
     * @param retried how long the division of a time is tried again before its joules are other
     */
    static EnergyMeter start(TelemetrySession session, Duration retried) {
        return start(session, Optional.empty(), retried);
    }

    private static EnergyMeter start(TelemetrySession session, Optional<HostedServer> server, Duration retried) {
        EnergyMeter meter = new EnergyMeter(session, server, retried);
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
        double expected = Math.max(0, expectedInputTokens);
        return add(new StreamedRequest(id(), now(), origin.devices(), expected), origin, expected);
    }

    /**
     * Starts a request that one of several replicas serves, and it is not known which. Its joules are bounded by those
     * of the devices that may have served it, without a figure, until {@link MeteredRequest#servedBy} names them.
     *
     * @param origin              its labels, and the devices of all replicas; all devices if there are none
     * @param expectedInputTokens an estimate of its prompt's tokens
     * @return the request, to be finished
     */
    public MeteredRequest startAnywhere(RequestOrigin origin, double expectedInputTokens) {
        double expected = Math.max(0, expectedInputTokens);
        return add(new StreamedRequest(id(), now(), origin.devices(), expected, true), origin, expected);
    }

    private MeteredRequest add(StreamedRequest streamed, RequestOrigin origin, double expectedInputTokens) {
        MeteredRequest request = new MeteredRequest(streamed, origin, clock, division, expectedInputTokens, hosted);
        open.put(streamed.id(), request);
        return request;
    }

    private long now() {
        return MeterTime.wholeMicros(clock, System.nanoTime());
    }

    private List<EnergyFinding> findings(EnergySeries series, TimeSpan span) {
        List<EnergyFinding> known = new ArrayList<>(session.findings(series, span));
        List<String> awaited = session.awaitedCollectors();
        if (!awaited.isEmpty()) {
            known.add(new EnergyFinding(EnergyFlag.PARTIAL, span, "The joules of further devices may be missing: no"
                    + " answer yet from the collector " + String.join(", ", awaited)));
        }
        found.put(series.device().name(), known);
        return known;
    }

    private static String id() {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    private OptionalDouble limitWatts(String device) {
        Double watts = limitsWatts.get(device);
        return watts == null ? OptionalDouble.empty() : OptionalDouble.of(watts);
    }

    private Map<String, Double> limitsWatts(List<EnergySeries> devices) {
        Set<String> names = devices.stream().map(series -> series.device().name()).collect(Collectors.toSet());
        Map<String, Double> limits = new LinkedHashMap<>();
        for (Sensor sensor : session.sensors()) {
            if (names.contains(sensor.device()) && sensor.limitWatts().isPresent()) {
                limits.merge(sensor.device(), sensor.limitWatts().getAsDouble(), Math::max);
            }
        }
        return limits;
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

    /**
     * Counts the requests that are being served.
     *
     * @return the number of requests that were started and not finished
     */
    public int openRequests() {
        return (int) open.values().stream().filter(MeteredRequest::isOpen).count();
    }

    private void tick() {
        try {
            open.values().forEach(MeteredRequest::passEvents);
            divided = session.headlineSeries();
            long border = MeterTime.wholeMicros(clock, division.divisibleUntil(now()));
            boolean isDue = border - division.dividedNanos() >= DEFAULT_BLOCK.toNanos();
            boolean isQuiet = open.values().stream().allMatch(one -> one.streamed().isEndedBy(border));
            if (isDue || (isQuiet && !open.isEmpty())) {
                arithmetic.submit(() -> divide(border)).join();
                isFailing = false;
            }
        } catch (Throwable failed) { // An error that is rethrown would end the schedule.
            if (!isFailing) {
                LOGGER.warn("The joules of requests could not be divided; it is tried again, and further failures in a"
                        + " row are not logged", failed);
            }
            isFailing = true;
            giveUp(failed);
        }
    }

    /** Ends the requests of a time that cannot be divided: they would be kept without end. */
    private void giveUp(Throwable failed) {
        long border = MeterTime.wholeMicros(clock, now() - StreamedDivision.LOOK_AHEAD);
        if (border - division.dividedNanos() < Math.max(1, retried.toNanos())) {
            return;
        }
        try {
            String reason = Excerpt.of(failed.toString(), MAX_REASON_CHARACTERS);
            divide(border, device -> Optional.of(reason));
        } catch (RuntimeException | Error again) {
            LOGGER.debug("The requests of a time that cannot be divided could not be ended", again);
        }
    }

    private void divide(long border) {
        session.settle(border, LONGEST_SETTLE);
        List<EnergySeries> headline = session.headlineSeries();
        limitsWatts = limitsWatts(headline);
        divided = headline;
        divide(border, device -> Optional.empty());
    }

    private void divide(long border, Function<String, Optional<String>> failures) {
        List<MeteredRequest> known = List.copyOf(open.values());
        known.forEach(request -> request.takeEvents().ifPresent(events::add));
        found.clear();
        StreamedBlock block;
        try {
            block = division.divide(border, failures);
        } finally {
            known.forEach(MeteredRequest::releaseEvents);
        }
        MeasuredBlock measured = new MeasuredBlock(clock, block.time(), block.series(), limitsWatts, found,
                failures(block), events);
        events.clear();
        notifyAll(listener -> listener.blockMeasured(measured));
        List<MeterBlock.RequestShare> shares = new ArrayList<>();
        List<MeteredRequest> complete = new ArrayList<>();
        for (StreamedShare share : block.shares()) {
            MeteredRequest request = open.get(share.request().id());
            if (request != null) {
                request.add(share);
                shares.add(new MeterBlock.RequestShare(request.id(), request.origin(), share.energy(),
                        share.blockPhases()));
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

    private Map<String, String> failures(StreamedBlock block) {
        Map<String, String> failures = new LinkedHashMap<>();
        block.devices().forEach(device -> device.failure().ifPresent(reason -> failures.put(device.name(), reason)));
        if (!failures.isEmpty() && !isDeviceFailing) {
            LOGGER.warn("The joules of devices could not be divided over requests, which have no figures therefore: {}."
                    + " It is tried with each block, and further failures in a row are not logged", failures);
        }
        isDeviceFailing = !failures.isEmpty();
        return failures;
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
            } catch (RuntimeException | Error failed) { // The other receivers need the event too.
                if (failing.add(listener)) {
                    LOGGER.warn("A receiver of the meter's figures failed; its further failures are not logged",
                            failed);
                }
            }
        }
    }

    /**
     * Divides the joules up to now, and stops. Requests that are open then keep the joules divided so far. What fails is
     * logged, and the rest is closed all the same.
     */
    @Override
    public void close() {
        divider.shutdown();
        close(this::divideRest);
        close(arithmetic::shutdownNow);
        close(watch::close);
    }

    private void divideRest() {
        try {
            divider.awaitTermination(LONGEST_SETTLE.toSeconds() + 1, TimeUnit.SECONDS);
            arithmetic.submit(() -> divide(now())).join();
        } catch (InterruptedException ended) {
            divider.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error failed) { // Those who close the meter have more to close.
            LOGGER.warn("The meter could not be closed whole; joules of the last requests may be missing", failed);
        }
    }
}
