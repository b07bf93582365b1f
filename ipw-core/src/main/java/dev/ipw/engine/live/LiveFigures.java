package dev.ipw.engine.live;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.engine.energy.DeviceSeries;
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
 * Keep the figures of a session that exporters of metrics ask for. A thread of its own asks the session, once a period, for what
 * takes time; asking this waits for nothing.
 */
public final class LiveFigures implements AutoCloseable {
    /** How often figures are brought up to date that take time to tell. */
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

    /** What joules are of, and how they are known. */
    private record Known(Scope scope, String device, Provenance provenance) {
        static Known of(EnergySeries series) {
            return new Known(series.device().scope(), series.device().name(), series.device().provenance());
        }
    }

    /**
     * Keeps the figures of a session. Nothing is read before {@link #start}.
     *
     * @param session   what to ask; it stays the caller's, who closes it after this
     * @param period    how often to bring up to date what takes time to tell
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
     * Finds the devices, and refresh once a period from now on. A second call finds devices only.
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
        } catch (Throwable failed) { // An error that is thrown on would end the schedule.
            LOGGER.warn("Live figures of energy could not be brought up to date; they are tried again in {}", period,
                    failed);
        }
    }

    /** Brings up to date what takes time to tell. Waits until the counters show what was used up to now, a second at most. */
    public void refresh() {
        // One at a time: of two at once the later could be told first, and the other would count its joules back.
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
        // Another series counted the joules up to now, unless there was none but this one, which was doubted.
        boolean isFirst = !devices.containsKey(known) && (!hasFound || doubted.contains(series));
        devices.computeIfAbsent(known, unused -> new LiveDevice(series.device())).count(series,
                isFirst ? 0 : series.totalJoules());
    }

    /**
     * Returns the devices of the headline that were believed at a refresh. A device that was listed once stays.
     *
     * @return the devices, in the order they came
     */
    public synchronized List<LiveDevice> devices() {
        return List.copyOf(devices.values());
    }

    /**
     * Returns what all request spans were charged up to the last refresh. It never falls.
     *
     * @return the joules; NaN before the first refresh
     */
    public double requestJoules() {
        return requestJoules;
    }

    /**
     * Returns the joules of all request spans over the output tokens they told, at the last refresh.
     *
     * @return joules per token; NaN while no tokens or no joules are known
     */
    public double joulesPerOutputToken() {
        return joulesPerOutputToken;
    }

    /** Stops refreshing. The session goes on. */
    @Override
    public synchronized void close() {
        closed = true;
        if (refresher != null) {
            refresher.shutdownNow();
        }
    }
}
