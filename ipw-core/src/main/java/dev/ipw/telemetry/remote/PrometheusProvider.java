package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.error.Setting;
import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.remote.Fleet.Opened;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * Several addresses are separated by blanks, and opened at once; {@code file_sd=FILE} and {@code http_sd=URL} stand for
 * the addresses in a list of Prometheus' service discovery, in JSON or, of a file, in YAML. {@code resolution} sets the maximum age of a reading where the exporter
 * does not collect at its default interval, {@code interval} the interval at which the page is read, and {@code device}
 * the devices that count, again separated by blanks. A series that appears after the start is not read. {@code bearer},
 * {@code basic} and {@code header} name environment variables with the credentials.
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

    /** A list of targets and the pages of many exporters, on a machine that may be busy. */
    @Override
    public Duration answerTime() {
        return Duration.ofSeconds(8);
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME, "it reads an exporter that is named",
                    "where the model is served by another machine, " + Setting.EXPORTER + " "
                            + ExporterAddress.EXAMPLE));
        }
        try {
            return statuses(Fleet.of(environment).open());
        } catch (ScrapeException unreadable) {
            return List.of(SensorStatus.failed(ID, ID, unreadable.reason(),
                    "give an address such as " + ExporterAddress.EXAMPLE));
        }
    }

    private static List<SensorStatus> statuses(List<Opened> fleet) {
        List<SensorStatus> found = new ArrayList<>();
        for (Opened opened : fleet) {
            String name = ID + " " + opened.target().name();
            opened.source().ifPresent(source -> {
                source.sensors().forEach(sensor -> found
                        .add(SensorStatus.available(ID, sensor.source(), detail(sensor, source.period()))));
                source.omissions().forEach(omission -> found.add(SensorStatus.unavailable(ID, name, omission,
                        "give that machine a sensor; " + Setting.PROBE + " there says which it has")));
            });
        }
        fleet.stream().filter(Opened::isUnread)
                .collect(Collectors.groupingBy(Opened::reason, LinkedHashMap::new, Collectors.toList()))
                .forEach((reason, same) -> found.add(SensorStatus.failed(ID,
                        ID + " " + Fleet.named(same.stream().map(opened -> opened.target().name()).toList()), reason,
                        "start or mend them: a run asks them again, and their joules until then are missing")));
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
        return find(environment).sources();
    }

    @Override
    public SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(ID, ID + " " + environment.argument().orElse(""), "its exporter does not answer",
                "start the exporter, or check address and firewall");
    }

    /**
     * An exporter that gives no sensor is named and can be asked again, and the others are read; without any it is an
     * error.
     */
    @Override
    public CollectorFindings find(TelemetryEnvironment environment) {
        Fleet fleet;
        try {
            fleet = Fleet.of(environment);
        } catch (ScrapeException unreadable) {
            throw unreadable.refusal("The collector " + ID + " cannot find its exporters");
        }
        List<Opened> opened = fleet.open();
        if (opened.stream().allMatch(one -> one.problem().isPresent())) {
            throw Fleet.refusal(opened);
        }
        return findings(fleet, opened);
    }

    private static CollectorFindings findings(Fleet fleet, List<Opened> opened) {
        List<TelemetrySource> sources = new ArrayList<>();
        opened.stream().filter(one -> one.problem().isEmpty())
                .forEach(one -> one.source().ifPresent(sources::add));
        if (sources.stream().flatMap(source -> source.sensors().stream()).anyMatch(PrometheusProvider::isOfGpu)) {
            opened.stream().filter(Opened::isUnread).forEach(one -> sources.add(new UnreadExporter(one.target())));
        }
        return new CollectorFindings(statuses(opened), sources, opened.stream().anyMatch(Opened::isUnread)
                ? Optional.of(() -> findings(fleet, fleet.again(opened)))
                : Optional.empty());
    }

    private static boolean isOfGpu(Sensor sensor) {
        return sensor.scope() == Scope.GPU;
    }
}
