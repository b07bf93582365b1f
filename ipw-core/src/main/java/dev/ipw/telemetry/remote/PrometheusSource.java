package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.remote.Scraper.Scrape;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The repeated reading of one exporter's page. A page that cannot be read makes all sensors lost until it can be read
 * again. The moment of a reading is that of the request, so that the time on the network is part of the reading's
 * uncertainty; where lines have times of their own, and answers a date, it is theirs, with the uncertainty of the other
 * machine's clock. Unlike sources of this machine it allocates in each tick: a request costs more than its garbage, and the
 * period is long.
 */
final class PrometheusSource implements TelemetrySource {
    private final PageReader pages;
    private final ExporterSensors sensors;
    private final Duration period;
    private final RemoteClock clock = new RemoteClock();
    private final Optional<DatedReadings> dated;
    private final List<String> omissions;
    private volatile boolean closed;

    /**
     * Creates a source of the sensors on a page.
     *
     * @param scrape the whole page, as it was just now
     */
    PrometheusSource(ExporterTarget target, PrometheusOptions options, DeviceNaming naming, Scrape scrape) {
        Exposition page = scrape.page();
        sensors = ExporterSensors.of(page, PrometheusProvider.ID + " " + target.name(), options, naming);
        List<Exporter> exporters = sensors.exporters();
        pages = new PageReader(target.address(), exporters, page, options.credentials());
        period = options.interval().orElseGet(() -> exporters.stream()
                .map(exporter -> exporter.interval(page, options.resolution())).min(Duration::compareTo)
                .orElse(Duration.ofSeconds(1)));
        clock.saw(scrape.served());
        boolean hasTimes = clock.isKnown()
                && sensors.measures(page).stream().allMatch(measure -> measure.epochNanos().isPresent());
        dated = hasTimes
                ? Optional.of(new DatedReadings(clock, scrape.served(), sensors().size()))
                : Optional.empty();
        omissions = Exporters.ALL.stream().flatMap(exporter -> exporter.omissions(page).stream()).toList();
    }

    /** Returns a sentence for each metric on the page that is not read. */
    List<String> omissions() {
        return omissions;
    }

    /** Lists the devices on the page, also unselected ones. */
    List<String> presentDevices() {
        return sensors.presentDevices();
    }

    @Override
    public String id() {
        return PrometheusProvider.ID;
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
        return period;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public void sample(SampleSink sink) {
        if (closed) {
            return;
        }
        try {
            Scrape scrape = pages.read();
            List<Measure> measures = sensors.measures(scrape.page());
            if (!closed) {
                clock.saw(scrape.served());
                sensors.layout().report(measures, scrape.served(), dated, sink);
            }
        } catch (ScrapeException unreadable) {
            if (!closed) {
                sensors.layout().lose(unreadable.reason(), sink);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long readUntilNanos(long tickNanos) {
        return dated.map(DatedReadings::readUntilNanos).orElse(tickNanos);
    }

    /** Does not wait for a page that is being read: its thread finishes within seconds, or when it is interrupted. */
    @Override
    public void close() {
        closed = true;
    }
}
