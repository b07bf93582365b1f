package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The repeated reading of one exporter's page. A page that cannot be read makes all sensors lost until it can be read
 * again. The moment of a reading is that of the request, so that the time on the network is part of the reading's
 * uncertainty. Unlike sources of this machine it allocates in each tick: a request costs more than its garbage, and the
 * period is long.
 */
final class PrometheusSource implements TelemetrySource {
    private final PageReader pages;
    private final PrometheusOptions options;
    private final DeviceNaming naming;
    private final List<Exporter> exporters;
    private final Duration period;
    private final SensorLayout layout;
    private final List<DeviceInfo> devices;
    private final List<String> omissions;
    private final List<String> presentDevices;
    private volatile boolean closed;

    private PrometheusSource(ExporterAddress address, Scraper scraper, PrometheusOptions options,
            DeviceNaming naming, Exposition page) {
        this.options = options;
        this.naming = naming;
        exporters = Exporters.ALL.stream().filter(exporter -> !exporter.measures(page).isEmpty()).toList();
        pages = new PageReader(address, scraper, exporters, page);
        period = options.interval().orElseGet(() -> exporters.stream()
                .map(exporter -> exporter.interval(page, options.resolution())).min(Duration::compareTo)
                .orElse(Duration.ofSeconds(1)));
        UnaryOperator<Sensor> worded = sensor -> naming.sensor(sensor, address.name(), options.resolution());
        layout = SensorLayout.of(measures(page), worded);
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
    static PrometheusSource open(ExporterAddress address, PrometheusOptions options, DeviceNaming naming)
            throws ScrapeException, InterruptedException {
        Scraper scraper = new Scraper(address);
        Exposition page = scraper.scrape(metric -> Exporters.reads(Exporters.ALL, metric));
        return new PrometheusSource(address, scraper, options, naming, page);
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
            List<Measure> measures = measures(pages.read());
            if (!closed) {
                layout.report(measures, sink);
            }
        } catch (ScrapeException unreadable) {
            if (!closed) {
                layout.lose(unreadable.reason(), sink);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does not wait for a page that is being read: its thread finishes within seconds, or when it is interrupted. */
    @Override
    public void close() {
        closed = true;
    }
}
