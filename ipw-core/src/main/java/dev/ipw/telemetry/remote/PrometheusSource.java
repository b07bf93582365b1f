package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.remote.Scraper.Scrape;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The repeated reading of one exporter's page. A page that cannot be read makes all sensors lost until it can be read
 * again. The moment of a reading is that of the request, so that the time on the network is part of the reading's
 * uncertainty; where lines have times of their own, and answers a date, it is theirs, with the uncertainty of the other
 * machine's clock. Unlike sources of this machine it allocates in each tick: a request costs more than its garbage, and the
 * period is long.
 */
final class PrometheusSource implements TelemetrySource {
    private final PageReader pages;
    private final PrometheusOptions options;
    private final DeviceNaming naming;
    private final List<Exporter> exporters;
    private final Duration period;
    private final SensorLayout layout;
    private final RemoteClock clock = new RemoteClock();
    private final Optional<DatedReadings> dated;
    private final List<DeviceInfo> devices;
    private final List<String> omissions;
    private final List<String> presentDevices;
    private volatile boolean closed;

    private PrometheusSource(ExporterTarget target, Scraper scraper, PrometheusOptions options,
            DeviceNaming naming, Scrape scrape) {
        Exposition page = scrape.page();
        this.options = options;
        this.naming = naming;
        exporters = Exporters.ALL.stream().filter(exporter -> !exporter.measures(page).isEmpty()).toList();
        pages = new PageReader(target.address(), scraper, exporters, page, options.credentials());
        period = options.interval().orElseGet(() -> exporters.stream()
                .map(exporter -> exporter.interval(page, options.resolution())).min(Duration::compareTo)
                .orElse(Duration.ofSeconds(1)));
        UnaryOperator<Sensor> worded = sensor -> naming.sensor(sensor, target.name(), options.resolution());
        layout = SensorLayout.of(measures(page), worded);
        clock.saw(scrape.served());
        boolean hasTimes = clock.isKnown()
                && measures(page).stream().allMatch(measure -> measure.epochNanos().isPresent());
        dated = hasTimes
                ? Optional.of(new DatedReadings(clock, scrape.served(), layout.sensors().size()))
                : Optional.empty();
        devices = exporters.stream().flatMap(exporter -> exporter.devices(page).stream()).map(naming::device)
                .filter(device -> options.wants(device.device())).toList();
        presentDevices = exporters.stream().flatMap(exporter -> exporter.measures(page).stream())
                .map(measure -> naming.of(measure.sensor().device())).distinct().toList();
        omissions = Exporters.ALL.stream().flatMap(exporter -> exporter.omissions(page).stream()).toList();
    }

    /**
     * Reads a page once and finds its sensors.
     *
     * @throws ScrapeException      if the page cannot be read
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    static PrometheusSource open(ExporterTarget target, PrometheusOptions options, DeviceNaming naming)
            throws ScrapeException, InterruptedException {
        Scraper scraper = new Scraper(target.address(), options.credentials());
        Scrape scrape = scraper.scrape(metric -> Exporters.reads(Exporters.ALL, metric));
        return new PrometheusSource(target, scraper, options, naming, scrape);
    }

    private List<Measure> measures(Exposition page) {
        return exporters.stream().flatMap(exporter -> exporter.measures(page).stream())
                .filter(measure -> options.wants(naming.of(measure.sensor().device()))).toList();
    }

    /** Returns a sentence for each metric on the page that is not read. */
    List<String> omissions() {
        return omissions;
    }

    /** Lists the devices on the page, also unselected ones. */
    List<String> presentDevices() {
        return presentDevices;
    }

    @Override
    public String id() {
        return PrometheusProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return layout.sensors();
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
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
            List<Measure> measures = measures(scrape.page());
            if (!closed) {
                clock.saw(scrape.served());
                layout.report(measures, scrape.served(), dated, sink);
            }
        } catch (ScrapeException unreadable) {
            if (!closed) {
                layout.lose(unreadable.reason(), sink);
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
