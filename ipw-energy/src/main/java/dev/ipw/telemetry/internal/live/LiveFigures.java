package dev.ipw.telemetry.internal.live;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.TelemetrySession;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of a session for exporters of metrics. A thread of its own updates, once a period, the figures that take
 * time; reading them waits for nothing.
 */
public final class LiveFigures implements AutoCloseable {
    /** The period of the updates of figures that take time. */
    public static final Duration DEFAULT_PERIOD = Duration.ofSeconds(5);
    private static final Logger LOGGER = LoggerFactory.getLogger(LiveFigures.class);

    private final TelemetrySession session;
    private final Duration period;
    private final Runnable refreshed;
    private final Object refreshing = new Object();
    private final Map<Known, LiveDevice> devices = new LinkedHashMap<>();
    private Set<EnergySeries> doubted = Set.of();
    private boolean hasFound;
    private @Nullable ScheduledThreadPoolExecutor refresher;
    private boolean closed;
    private long refreshedNanos;
    private volatile double requestJoules = Double.NaN;
    private volatile double joulesPerOutputToken = Double.NaN;

    /** The scope and device of joules, and their provenance. */
    private record Known(Scope scope, String device, Provenance provenance) {
        static Known of(EnergySeries series) {
            return new Known(series.device().scope(), series.device().name(), series.device().provenance());
        }
    }

    /**
     * Creates the figures of a session. Nothing is read before {@link #start}.
     *
     * @param session   the session to read; it remains the caller's, who closes it after this object
     * @param period    the period of the updates of figures that take time
     * @param refreshed called after each refresh, on the thread that refreshes
     * @throws IllegalArgumentException if the period is not above zero
     */
    public LiveFigures(TelemetrySession session, Duration period, Runnable refreshed) {
        if (!period.isPositive()) {
            throw new IllegalArgumentException("Live figures need a period above zero, not " + period);
        }
        this.session = session;
        this.period = period;
        this.refreshed = refreshed;
        refreshedNanos = System.nanoTime();
    }

    /**
     * Finds the devices, and refreshes once a period from now on. A second call finds devices only.
     *
     * @param threadName the name of the thread that refreshes
     * @throws IllegalStateException if this is closed
     */
    public synchronized void start(String threadName) {
        if (closed) {
            throw new IllegalStateException("These figures are closed: create others for the session");
        }
        findDevices();
        if (refresher == null) {
            refresher = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name(threadName).factory());
            var unused = refresher.scheduleWithFixedDelay(this::refreshContained, period.toNanos(), period.toNanos(),
                    TimeUnit.NANOSECONDS);
        }
    }

    private void refreshContained() {
        try {
            refresh();
        } catch (Throwable failed) { // An error that is rethrown would end the schedule.
            LOGGER.warn("Live figures of energy could not be brought up to date; they are tried again in {}", period,
                    failed);
        }
    }

    /**
     * Updates the figures that take time. Waits, for at most a second, until the counters show the joules up to now.
     */
    public void refresh() {
        // One at a time: otherwise a later update could be published first, and an earlier one would then reduce its
        // joules.
        synchronized (refreshing) {
            refreshUpToNow();
        }
        refreshed.run();
    }

    private void refreshUpToNow() {
        long now = System.nanoTime();
        session.settle(now, Duration.ofSeconds(1));
        OptionalLong tokens = session.requestOutputTokens();
        OptionalDouble joules = session.requests().requests().joules();
        synchronized (this) {
            if (closed) {
                return;
            }
            findDevices();
            devices.values().forEach(device -> device.refresh(refreshedNanos, now));
            refreshedNanos = now;
            requestJoules = Double.isNaN(requestJoules)
                    ? joules.orElse(0)
                    : Math.max(requestJoules, joules.orElse(0));
            joulesPerOutputToken = tokens.isPresent() && joules.isPresent()
                    ? requestJoules / tokens.getAsLong()
                    : Double.NaN;
        }
    }

    private void findDevices() {
        Map<Known, EnergySeries> headline = new LinkedHashMap<>();
        Set<EnergySeries> doubtedNow = new HashSet<>();
        for (DeviceSeries series : DeviceSeries.of(session.headlineSeries())) {
            if (series.isDoubted()) {
                doubtedNow.add(series);
            } else {
                headline.put(Known.of(series), series);
            }
        }
        devices.forEach((known, device) -> device.countOnly(headline.get(known)));
        headline.forEach(this::count);
        doubted = doubtedNow;
        hasFound = true;
    }

    private void count(Known known, EnergySeries series) {
        // Another series counted the joules up to now, unless there was only this one, which was doubted.
        boolean isFirst = !devices.containsKey(known) && (!hasFound || doubted.contains(series));
        devices.computeIfAbsent(known, unused -> new LiveDevice(series.device())).count(series,
                isFirst ? 0 : series.totalJoules());
    }

    /**
     * Returns the devices of the headline that were trusted at a refresh. A device that was listed once stays.
     *
     * @return the devices, in the order they came
     */
    public synchronized List<LiveDevice> devices() {
        return List.copyOf(devices.values());
    }

    /**
     * Returns the joules charged to all request spans up to the last refresh. They never fall.
     *
     * @return the joules; NaN before the first refresh
     */
    public double requestJoules() {
        return requestJoules;
    }

    /**
     * Returns the joules of all request spans over their reported output tokens, at the last refresh.
     *
     * @return joules per token; NaN while no tokens or no joules are known
     */
    public double joulesPerOutputToken() {
        return joulesPerOutputToken;
    }

    /** Stops refreshing. The session stays open. */
    @Override
    public synchronized void close() {
        closed = true;
        if (refresher != null) {
            refresher.shutdownNow();
        }
    }
}
