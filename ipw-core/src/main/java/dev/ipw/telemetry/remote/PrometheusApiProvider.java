package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of the sensors whose samples a Prometheus server has, or one that answers like it, such as Thanos: those
 * of {@link PrometheusProvider}, without access to the exporters. The stored samples are read, at the times at which
 * they were scraped.
 *
 * <pre>{@code
 * prometheus-api:http://prometheus:9090,job=dcgm,labels=cluster=a rack=~r[1-4]
 * }</pre>
 *
 * <p>
 * {@code job} and {@code labels} select series, {@code device} devices. {@code resolution} is the maximum age of what
 * an exporter shows, {@code interval} the time between two scrapes, where the server has no series {@code up} that
 * shows it. {@code bearer}, {@code basic} and {@code header} name environment variables with the credentials.
 */
public final class PrometheusApiProvider implements TelemetryProvider {
    static final String ID = "prometheus-api";
    static final String EXAMPLE = ID + ":http://prometheus:9090,job=dcgm";
    private static final String NAME = "sensors that a Prometheus server scrapes";
    private static final long LOOK_BACK_MILLIS = Duration.ofMinutes(5).toMillis();

    /** Creates the provider, as a service loader does. */
    public PrometheusApiProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "sensors of the serving machines, as a Prometheus or Thanos server stores them; for example " + EXAMPLE;
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    /** Opening asks several questions, which a server of many series answers slowly. */
    @Override
    public Duration answerTime() {
        return Duration.ofSeconds(16);
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME, "it reads a server that is named",
                    "where Prometheus scrapes the serving machines, add the collector " + EXAMPLE));
        }
        try {
            return findings(environment).statuses();
        } catch (ScrapeException unreadable) {
            return List.of(SensorStatus.failed(ID, ID, unreadable.reason(), "give an address such as " + EXAMPLE));
        }
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return find(environment).sources();
    }

    @Override
    public CollectorFindings find(TelemetryEnvironment environment) {
        try {
            return findings(environment);
        } catch (ScrapeException unreadable) {
            throw unreadable.refusal("The collector " + ID + " cannot read its server");
        }
    }

    private static CollectorFindings findings(TelemetryEnvironment environment) throws ScrapeException {
        PrometheusOptions options = PrometheusOptions.of(environment);
        CentralSelector selector = CentralSelector.of(environment.parameters());
        CentralServer server = new CentralServer(address(environment), options.credentials());
        try {
            List<TelemetrySource> sources = sources(server, selector, options);
            return new CollectorFindings(sources.stream().flatMap(PrometheusApiProvider::statuses).toList(), sources);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IpwException("Interrupted while " + server.address() + " was read", ended);
        }
    }

    private static Stream<SensorStatus> statuses(TelemetrySource source) {
        return source.sensors().stream().map(sensor -> SensorStatus.available(ID, sensor.source(),
                "of " + sensor.device() + ", scraped each " + source.period().toMillis() + " ms"));
    }

    private static ExporterAddress address(TelemetryEnvironment environment) {
        List<ExporterAddress> addresses = ExporterAddress.parseAll(environment.argument().orElse(""), EXAMPLE, "");
        ExporterAddress only = addresses.getFirst();
        if (addresses.size() > 1 || only.uri().getRawQuery() != null) {
            throw new ConfigurationException("The collector " + ID + " takes the address of one server, without a"
                    + " query. Give one such as " + EXAMPLE);
        }
        return new ExporterAddress(URI.create(only.uri().toString().replaceFirst("/+$", "")));
    }

    private static List<TelemetrySource> sources(CentralServer server, CentralSelector selector,
            PrometheusOptions options) throws ScrapeException, InterruptedException {
        RemoteClock clock = new RemoteClock();
        long nowMillis = server.time(clock);
        long openedNanos = System.nanoTime();
        List<Series> current = server.current(selector.of(Exporters.metrics()));
        Map<ScrapedTarget, List<Series>> pages = current.stream().collect(
                Collectors.groupingBy(ScrapedTarget::of, LinkedHashMap::new, Collectors.toList()));
        boolean severalHosts = pages.keySet().stream().map(ScrapedTarget::host).distinct().count() > 1;
        Map<ScrapedTarget, ExporterSensors> found = new LinkedHashMap<>();
        pages.forEach((target, page) -> {
            DeviceNaming naming = new DeviceNaming(severalHosts ? Optional.of(target.host()) : Optional.empty(),
                    target.labels());
            ExporterSensors sensors = ExporterSensors.of(new Exposition(page), ID + " " + target.name(), options,
                    naming);
            if (!sensors.layout().sensors().isEmpty()) {
                found.put(target, sensors);
            }
        });
        if (found.isEmpty()) {
            throw nothing(server, selector);
        }
        Map<ScrapedTarget, Long> intervals = new LinkedHashMap<>();
        Map<ScrapedTarget, Long> scraped = options.interval().isPresent()
                ? Map.of()
                : intervals(server, selector, nowMillis);
        for (ScrapedTarget target : found.keySet()) {
            Long interval = options.interval().map(Duration::toMillis).orElse(scraped.get(target));
            if (interval == null) {
                throw new ConfigurationException("The server " + server.address() + " does not show how often it"
                        + " scrapes " + target.name() + ": of the last five minutes it has less than two samples of the"
                        + " series up. If it scrapes it, set interval= to the time between two scrapes");
            }
            intervals.put(target, interval);
        }
        CentralReader reader = new CentralReader(server,
                selector.of(String.join("|", Exporters.metrics(), CentralReader.UP, CentralReader.DURATION)),
                current.size() + 2 * pages.size(), intervals, clock, nowMillis);
        Set<ScrapedTarget> own = server.scraped();
        List<TelemetrySource> sources = new ArrayList<>();
        intervals.forEach((target, millis) -> sources.add(new CentralSource(reader, target,
                Objects.requireNonNull(found.get(target)), Duration.ofMillis(millis), !own.contains(target),
                openedNanos)));
        return sources;
    }

    /** Returns the median time between two scrapes of each target. */
    private static Map<ScrapedTarget, Long> intervals(CentralServer server, CentralSelector selector, long nowMillis)
            throws ScrapeException, InterruptedException {
        Map<ScrapedTarget, List<Long>> times = new LinkedHashMap<>();
        server.samples(selector.of(CentralReader.UP), nowMillis, LOOK_BACK_MILLIS,
                sample -> times.computeIfAbsent(ScrapedTarget.of(sample), first -> new ArrayList<>())
                        .add(sample.epochNanos().orElseThrow() / CentralReader.NANOS_PER_MILLI));
        Map<ScrapedTarget, Long> intervals = new LinkedHashMap<>();
        times.forEach((target, all) -> {
            List<Long> sorted = all.stream().distinct().sorted().toList();
            List<Long> steps = new ArrayList<>();
            for (int i = 1; i < sorted.size(); i++) {
                steps.add(sorted.get(i) - sorted.get(i - 1));
            }
            if (!steps.isEmpty()) {
                intervals.put(target, steps.stream().sorted().toList().get(steps.size() / 2));
            }
        });
        return intervals;
    }

    private static ConfigurationException nothing(CentralServer server, CentralSelector selector)
            throws ScrapeException, InterruptedException {
        String jobs = server.current(new CentralSelector(List.of()).of(Exporters.metrics())).stream()
                .map(series -> ScrapedTarget.of(series).job()).distinct().sorted().limit(20)
                .collect(Collectors.joining(", "));
        String chosen = selector.matchers().isEmpty() ? "" : " with " + String.join(", ", selector.matchers());
        return new ConfigurationException("The server " + server.address() + " has no current series" + chosen
                + " that the collector " + ID + " reads, for the chosen devices: "
                + Exporters.ALL.stream().map(Exporter::name).collect(Collectors.joining(", "))
                + (jobs.isEmpty()
                        ? ". Let it scrape one of them"
                        : ". Of these jobs it has some: " + jobs + ". Check job=, labels= and device="));
    }
}
