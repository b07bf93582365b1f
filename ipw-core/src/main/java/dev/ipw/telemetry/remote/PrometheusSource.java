package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Read one exporter's page again and again. A page that cannot be read loses all sensors until it can be read again. The
 * moment of a reading is that of the request, so that its way over the network is part of the reading's uncertainty. Unlike
 * sources of this machine it allocates in each tick: a request costs more than its garbage, and its pace is slow.
 */
final class PrometheusSource implements TelemetrySource {
    private final Scraper scraper;
    private final PrometheusOptions options;
    private final DeviceNaming naming;
    private final List<Exporter> exporters;
    private final Duration period;
    private final SensorLayout layout;
    private final List<DeviceInfo> devices;
    private final List<String> omissions;
    private final List<String> presentDevices;
    private volatile boolean closed;

    private PrometheusSource(Scraper scraper, PrometheusOptions options, DeviceNaming naming, String exporterName,
            Exposition page) {
        this.scraper = scraper;
        this.options = options;
        this.naming = naming;
        exporters = exporters(page);
        period = options.interval().orElseGet(() -> exporters.stream()
                .map(exporter -> exporter.interval(page, options.resolution())).min(Duration::compareTo)
                .orElse(Duration.ofSeconds(1)));
        UnaryOperator<Sensor> worded = sensor -> naming.sensor(sensor, exporterName, options.resolution());
        layout = SensorLayout.of(measures(page), worded);
        devices = exporters.stream().flatMap(exporter -> exporter.devices(page).stream()).map(naming::device)
                .filter(device -> options.wants(device.device())).toList();
        presentDevices = exporters.stream().flatMap(exporter -> exporter.measures(page).stream())
                .map(measure -> naming.of(measure.sensor().device())).distinct().toList();
        omissions = Exporters.ALL.stream().flatMap(exporter -> exporter.omissions(page).stream()).toList();
    }

    /**
     * Read a page once and find its sensors.
     *
     * @throws ScrapeException      if the page cannot be read
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    static PrometheusSource open(ExporterAddress address, PrometheusOptions options, DeviceNaming naming)
            throws ScrapeException, InterruptedException {
        Scraper whole = new Scraper(address);
        Exposition page = whole.scrape(metric -> reads(Exporters.ALL, metric));
        Scraper scraper = narrowed(address, page).orElse(whole);
        return new PrometheusSource(scraper, options, naming, address.name(), page);
    }

    private static List<Exporter> exporters(Exposition page) {
        return Exporters.ALL.stream().filter(exporter -> !exporter.measures(page).isEmpty()).toList();
    }

    /** Ask a lone exporter for no more than is read, if its page then still shows all of that. */
    private static Optional<Scraper> narrowed(ExporterAddress address, Exposition page) throws InterruptedException {
        List<Exporter> shown = exporters(page);
        Optional<Scraper> narrow = shown.size() == 1
                ? shown.getFirst().query().flatMap(address::narrowed).map(Scraper::new)
                : Optional.empty();
        if (narrow.isEmpty()) {
            return narrow;
        }
        try {
            return keys(shown, narrow.get().scrape(metric -> reads(shown, metric))).containsAll(keys(shown, page))
                    ? narrow
                    : Optional.empty();
        } catch (ScrapeException notUnderstood) {
            return Optional.empty();
        }
    }

    private static Set<Measure.Key> keys(List<Exporter> exporters, Exposition page) {
        return exporters.stream().flatMap(exporter -> exporter.measures(page).stream()).map(Measure::key)
                .collect(Collectors.toSet());
    }

    private static boolean reads(List<Exporter> exporters, String metric) {
        return exporters.stream().anyMatch(exporter -> exporter.reads(metric));
    }

    private List<Measure> measures(Exposition page) {
        return exporters.stream().flatMap(exporter -> exporter.measures(page).stream())
                .filter(measure -> options.wants(naming.of(measure.sensor().device()))).toList();
    }

    /** Say in one sentence each what is on the page and is not read. */
    List<String> omissions() {
        return omissions;
    }

    /** List the devices on the page, also those that nobody asked for. */
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
            List<Measure> measures = measures(scraper.scrape(metric -> reads(exporters, metric)));
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

    /** Wait for no page that is being read: its thread is done with it within seconds, or when it is interrupted. */
    @Override
    public void close() {
        closed = true;
    }
}
