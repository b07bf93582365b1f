package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.Setting;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The provider of the sensors that exporters show over HTTP in the text formats of Prometheus:
 * {@code ipw monitor --serve} and the DCGM, node, Kepler and AMD exporters. They describe the machine that serves the
 * model, wherever that is.
 *
 * <pre>{@code
 * prometheus:http://gpu-host:9400/metrics,resolution=30s,interval=1s
 * }</pre>
 *
 * <p>
 * Several addresses are separated by blanks. {@code resolution} sets the maximum age of a reading where the exporter
 * does not collect at its default interval, {@code interval} the interval at which the page is read, and {@code device}
 * the devices that count, again separated by blanks. A series that appears after the start is not read.
 */
public final class PrometheusProvider implements TelemetryProvider {
    static final String ID = "prometheus";
    private static final String NAME = "sensors of another machine";

    /** Creates the provider, as a service loader does. */
    public PrometheusProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "sensors of the serving machine, from an exporter: ipw's monitor, DCGM, node, Kepler, AMD;"
                + " for example " + ExporterAddress.EXAMPLE;
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME, "it reads an exporter that is named",
                    "where the model is served by another machine, " + Setting.EXPORTER + " "
                            + ExporterAddress.EXAMPLE));
        }
        List<SensorStatus> found = new ArrayList<>();
        for (Target target : Target.of(environment)) {
            try (PrometheusSource source = target.open()) {
                source.sensors().forEach(sensor -> found
                        .add(SensorStatus.available(ID, sensor.source(), detail(sensor, source.period()))));
                source.omissions().forEach(omission -> found.add(SensorStatus.unavailable(ID,
                        ID + " " + target.address().name(), omission,
                        "give that machine a sensor; " + Setting.PROBE + " there says which it has")));
            } catch (ScrapeException unreadable) {
                found.add(SensorStatus.unavailable(ID, ID + " " + target.address().name(), unreadable.reason(),
                        "give an address such as " + ExporterAddress.EXAMPLE));
            }
        }
        return found;
    }

    private static String detail(Sensor sensor, Duration period) {
        String age = sensor.resolutionNanos().isPresent()
                ? ", up to " + Duration.ofNanos(sensor.resolutionNanos().getAsLong()).toMillis() + " ms old"
                : "";
        return sensor.quantity().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " of " + sensor.device()
                + ", read each " + period.toMillis() + " ms" + age;
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        List<TelemetrySource> sources = new ArrayList<>();
        for (Target target : Target.of(environment)) {
            try {
                PrometheusSource source = target.open();
                target.requireSensors(source);
                sources.add(source);
            } catch (ScrapeException unreadable) {
                throw unreadable.refusal("The collector " + ID + " cannot read its exporter");
            }
        }
        return sources;
    }

    @Override
    public SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(ID, ID + " " + environment.argument().orElse(""), "its exporter does not answer",
                "start the exporter, or check address and firewall");
    }

    /**
     * One exporter and the options for reading it.
     *
     * @param address its address
     * @param options the options after the address
     * @param naming  the names of its devices
     */
    private record Target(ExporterAddress address, PrometheusOptions options, DeviceNaming naming) {
        static List<Target> of(TelemetryEnvironment environment) {
            PrometheusOptions options = PrometheusOptions.of(environment.parameters());
            List<ExporterAddress> addresses = ExporterAddress.parseAll(environment.argument().orElse(""));
            boolean severalHosts = addresses.stream().map(ExporterAddress::host).distinct().count() > 1;
            return addresses.stream().map(address -> new Target(address, options,
                    new DeviceNaming(severalHosts ? Optional.of(address.host()) : Optional.empty()))).toList();
        }

        PrometheusSource open() throws ScrapeException {
            try {
                return PrometheusSource.open(address, options, naming);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IpwException("Interrupted while " + address + " was read", ended);
            }
        }

        void requireSensors(PrometheusSource source) {
            if (!source.sensors().isEmpty()) {
                return;
            }
            List<String> present = source.presentDevices();
            if (present.isEmpty()) {
                throw new ConfigurationException("The page " + address
                        + " shows none of the metrics that the collector "
                        + ID + " reads: "
                        + Exporters.ALL.stream().map(Exporter::name).collect(Collectors.joining(", "))
                        + ". Give the address of one of them, and check that it sees its sensors"
                        + source.omissions().stream().map(omission -> "; " + omission).collect(Collectors.joining()));
            }
            throw new ConfigurationException("The exporter " + address + " shows no device "
                    + String.join(" or ", options.devices()) + "; it shows " + String.join(", ", present));
        }
    }
}
