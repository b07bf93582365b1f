package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.remote.CentralReader.News;
import dev.ipw.telemetry.remote.CentralReader.StoredScrape;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored samples of one target of a Prometheus server. A reading counts at the time of its scrape. While the server
 * does not answer nothing is lost: its samples of that time are read once it does.
 */
final class CentralSource implements TelemetrySource {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int INTERVALS_PAUSED = 5;
    private static final int PAUSES_IN_A_LONG_INTERVAL = 5;
    private static final String DOWN = "Prometheus could not scrape its exporter; check the exporter";
    private static final String CLOCK = "The Prometheus server that answers does not show that it scrapes these exporters"
            + " itself. If other servers do, as for Thanos or Mimir, keep their clocks synchronized with its: an offset"
            + " shows nowhere";
    private static final String SILENT = "Prometheus has no newer sample of it; check that it still scrapes the exporter";

    private final CentralReader reader;
    private final ScrapedTarget target;
    private final ExporterSensors sensors;
    private final Duration interval;
    private final boolean isDatedByOthers;
    private final Deque<StoredScrape> waiting = new ArrayDeque<>();
    private long latestNanos;
    private long readUntilNanos;
    private volatile @Nullable String failure;
    private volatile boolean closed;

    /**
     * Creates a source.
     *
     * @param interval        the time between two scrapes of the target
     * @param isDatedByOthers whether the clock of another server may date its samples
     * @param openedNanos     the current time
     */
    CentralSource(CentralReader reader, ScrapedTarget target, ExporterSensors sensors, Duration interval,
            boolean isDatedByOthers, long openedNanos) {
        this.reader = reader;
        this.target = target;
        this.sensors = sensors;
        this.interval = interval;
        this.isDatedByOthers = isDatedByOthers;
        latestNanos = openedNanos - 2 * interval.toNanos();
        readUntilNanos = latestNanos;
    }

    @Override
    public String id() {
        return PrometheusApiProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors.layout().sensors();
    }

    @Override
    public List<DeviceInfo> devices() {
        return sensors.devices();
    }

    @Override
    public Duration period() {
        return interval;
    }

    /** The server is asked for several scrapes at once, and at least each five seconds, so that the last come soon. */
    @Override
    public Duration shortestPeriod() {
        return pause(interval);
    }

    /** Returns the time between two questions to a server that scrapes at an interval. */
    static Duration pause(Duration interval) {
        Duration pause = interval.compareTo(PAUSE) <= 0
                ? interval.multipliedBy(INTERVALS_PAUSED)
                : interval.dividedBy(PAUSES_IN_A_LONG_INTERVAL);
        return pause.compareTo(PAUSE) < 0 ? pause : PAUSE;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public void sample(SampleSink sink) {
        try {
            if (!closed) {
                take(reader.news(target), sink);
                failure = null;
            }
        } catch (ScrapeException unreadable) {
            failure = unreadable.reason();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(News news, SampleSink sink) {
        waiting.addAll(news.scrapes());
        while (!waiting.isEmpty() && sink.hasRoom() && !closed) {
            StoredScrape scrape = waiting.remove();
            sink.at(scrape.earliestNanos(), scrape.latestNanos());
            advanceTo(scrape.earliestNanos());
            if (scrape.up()) {
                sensors.layout().report(sensors.measures(scrape.page()), sink);
            } else {
                sensors.layout().lose(DOWN, sink);
            }
        }
        if (waiting.isEmpty() && news.silent() && news.knownNanos() - latestNanos > 0) {
            sink.at(news.knownNanos(), news.knownNanos());
            advanceTo(news.knownNanos());
            sensors.layout().lose(SILENT, sink);
        }
    }

    /** A counter shows all joules up to a moment once it has moved after a reading that is surely later. */
    private void advanceTo(long nanos) {
        readUntilNanos = latestNanos;
        latestNanos = nanos;
    }

    @Override
    public long readUntilNanos(long tickNanos) {
        return readUntilNanos;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        problems.add("Prometheus scrapes each " + words(interval) + ": totals hold, and the joules of what is"
                + " shorter, such as single requests, have wide bounds");
        if (isDatedByOthers) {
            problems.add(CLOCK);
        }
        Optional.ofNullable(failure).ifPresent(reason -> problems.add("The latest samples of Prometheus are missing: "
                + reason));
        return problems;
    }

    /** Returns a time in plain words, rounded so that it is the same for all targets of one interval. */
    private static String words(Duration time) {
        long millis = time.toMillis();
        return millis < 950 ? (millis + 5) / 10 * 10 + " ms" : Math.round(millis / 1000.0) + " s";
    }

    @Override
    public void close() {
        closed = true;
        reader.leave(target);
    }
}
