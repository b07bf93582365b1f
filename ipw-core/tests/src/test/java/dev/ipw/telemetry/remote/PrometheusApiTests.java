package dev.ipw.telemetry.remote;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PrometheusApiTests {
    private static final PrometheusApiProvider PROVIDER = new PrometheusApiProvider();
    private static final long SECOND = 1_000_000_000;
    private static final String ENERGY = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION";
    private static final String READING = "GPU-1 gpu ENERGY_COUNTER";
    private static final long EPOCH = System.nanoTime() - 1000 * SECOND;

    /** The stored samples and the exporters' own pages show the same GPUs, whose power swings. */
    @Test
    @Tag("real-time")
    void agreesWithTheExportersThemselvesWithinTheBoundsOfBoth() throws IOException, InterruptedException {
        CountDownLatch pages = new CountDownLatch(30);
        try (FakePrometheus prometheus = new FakePrometheus(100, -7_200_000);
                FakeExporter exporter = FakeExporter.answering((request, reply) -> {
                    long now = System.nanoTime();
                    reply.send(200, FakeExporter.TEXT, IntStream.range(0, 8).mapToObj(
                            gpu -> String.format(Locale.ROOT, ENERGY + "{UUID=\"GPU-%d\"} %.3f%n", gpu, millijoules(gpu,
                                    now)))
                            .collect(Collectors.joining()));
                    pages.countDown();
                })) {
            for (int gpu = 0; gpu < 8; gpu++) {
                int number = gpu;
                String instance = "gpu-host-" + gpu / 4 + ":9400";
                prometheus.add(ENERGY, Map.of("job", "dcgm", "instance", instance, "UUID", "GPU-" + gpu),
                        nanos -> OptionalDouble.of(millijoules(number, nanos)));
            }
            prometheus.addTarget("dcgm", "gpu-host-0:9400");
            prometheus.addTarget("dcgm", "gpu-host-1:9400");
            try (TelemetrySession central = session("prometheus-api:" + prometheus.url() + ",resolution=0s");
                    TelemetrySession live = session("prometheus:" + exporter.url() + ",resolution=0s,interval=100ms");
                    Watch _ = central.watch();
                    Watch _ = live.watch()) {
                long start = System.nanoTime();
                pages.await();
                long end = System.nanoTime();
                central.settle(end);
                live.settle(end);
                EnergyReading stored = central.window(start, end).energy();
                EnergyReading read = live.window(start, end).energy();
                double truth = IntStream.range(0, 8)
                        .mapToDouble(gpu -> (millijoules(gpu, end) - millijoules(gpu, start)) / 1000).sum();

                assertThat(truth).isBetween(stored.lower().orElseThrow(), stored.upper().orElseThrow());
                assertThat(truth).isBetween(read.lower().orElseThrow(), read.upper().orElseThrow());
                assertThat(central.problems()).anyMatch(problem -> problem.contains("scrapes each 100 ms"));
            }
        }
    }

    private static TelemetrySession session(String collectors) {
        return TelemetrySession.builder().discovery(false).provider(PROVIDER).provider(new PrometheusProvider())
                .collectors(collectors).open();
    }

    /** Power of 300 W and more that swings by 200 W with a period of 0.7 s. */
    private static double millijoules(int gpu, long nanos) {
        double seconds = (nanos - EPOCH) / 1e9;
        double swing = 0.7 / (2 * Math.PI);
        return 1000 * ((300 + 10 * gpu) * seconds + 200 * swing * (1 - Math.cos(seconds / swing)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void datesSamplesByTheTimeOfTheirScrapeWhateverTheSkew(long seed) throws IOException {
        long skewMillis = new Random(seed).nextLong(200_000_000) - 100_000_000;
        try (FakePrometheus prometheus = new FakePrometheus(1000, skewMillis)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(nanos - EPOCH));
            prometheus.addTarget("dcgm", "gpu-host:9400");
            try (TelemetrySource source = open(prometheus, Map.of())) {
                RecordingSink sink = RecordingSink.sample(source);

                // The counter shows nanoseconds in place of millijoules.
                double nanos = Objects.requireNonNull(sink.values().get(READING)) * 1000;
                TimeSpan last = sink.times().getLast();
                assertThat(last.startNanos() - EPOCH).isLessThanOrEqualTo(Math.round(nanos));
                assertThat(last.endNanos() - EPOCH).isGreaterThanOrEqualTo(Math.round(nanos) - 2_000_000);
                assertThat(source.readUntilNanos(0)).isLessThan(last.startNanos());
                assertThat(source.period()).isEqualTo(Duration.ofSeconds(1));
                assertThat(source.shortestPeriod()).isEqualTo(Duration.ofSeconds(5));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2.42.0, gpu-host:9400, false", "2.42.0, other:9400, true", "0.36.1, gpu-host:9400, true"})
    void warnsOfClocksOnlyWhereAnotherServerMayScrape(String version, String instance, boolean warns)
            throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(1000, 0)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(5));
            prometheus.addTarget("dcgm", "gpu-host:9400");
            try (TelemetrySource unknown = open(prometheus, Map.of())) {
                assertThat(unknown.problems()).anyMatch(problem -> problem.contains("clocks synchronized"));
            }
            prometheus.describe(version, "dcgm", instance);
            try (TelemetrySource source = open(prometheus, Map.of())) {
                assertThat(source.problems().stream().anyMatch(problem -> problem.contains("clocks synchronized")))
                        .isEqualTo(warns);
            }
        }
    }

    @Test
    void takesAnIntervalForAScrapeWhoseDurationIsNotStored() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(50, 0)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(5));
            try (TelemetrySource source = open(prometheus, Map.of("interval", "50ms"))) {
                RecordingSink sink = RecordingSink.sample(source);
                while (sink.values().isEmpty()) {
                    sink = RecordingSink.sample(source);
                }

                TimeSpan first = sink.times().getFirst();
                assertThat(first.endNanos() - first.startNanos()).isGreaterThanOrEqualTo(50_000_000);
            }
        }
    }

    @Test
    void losesSensorsAtTheScrapesThatTheirExporterDidNotAnswer() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(1000, 0)) {
            AtomicBoolean down = new AtomicBoolean();
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")),
                    nanos -> down.get() ? OptionalDouble.empty() : OptionalDouble.of(5));
            prometheus.add("up", target(Map.of()), nanos -> OptionalDouble.of(down.get() ? 0 : 1));
            prometheus.add("scrape_duration_seconds", target(Map.of()), nanos -> OptionalDouble.of(0.01));
            try (TelemetrySource source = open(prometheus, Map.of())) {
                down.set(true);
                RecordingSink sink = RecordingSink.sample(source);

                assertThat(sink.values()).isEmpty();
                assertThat(sink.losses().get(READING)).contains("could not scrape").contains("check the exporter");
            }
        }
    }

    @Test
    void losesNothingWhileTheServerDoesNotAnswer() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(50, 0)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(5));
            prometheus.addTarget("dcgm", "gpu-host:9400");
            try (TelemetrySource source = open(prometheus, Map.of())) {
                prometheus.breakDown("{\"status\":\"error\",\"error\":\"query queue is full\"}");
                RecordingSink broken = RecordingSink.sample(source);
                assertThat(broken.losses()).isEmpty();
                assertThat(source.problems()).anyMatch(problem -> problem.contains("query queue is full"));
                prometheus.mend();
                RecordingSink mended = RecordingSink.sample(source);
                while (mended.values().isEmpty()) {
                    mended = RecordingSink.sample(source);
                }

                assertThat(mended.values()).containsOnly(Map.entry(READING, 0.005));
                assertThat(source.problems()).noneMatch(problem -> problem.contains("missing"));
            }
        }
    }

    @Test
    void asksForRawSamplesOfTheChosenSeriesAndNeverResamples() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(1000, 0)) {
            for (String job : List.of("dcgm", "other")) {
                prometheus.add(ENERGY, Map.of("job", job, "instance", job + ":1", "UUID", "GPU-" + job, "rack", "r1"),
                        nanos -> OptionalDouble.of(5));
                prometheus.add("up", Map.of("job", job, "instance", job + ":1", "rack", "r1"),
                        nanos -> OptionalDouble.of(1));
            }
            try (TelemetrySource source = open(prometheus, Map.of("job", "dcgm", "labels", "rack=~r[12]"))) {
                RecordingSink.sample(source);

                assertThat(source.sensors()).extracting(Sensor::device).containsExactly("GPU-dcgm");
                assertThat(source.sensors().getFirst().source())
                        .isEqualTo("prometheus-api dcgm:1{job=\"dcgm\"} " + ENERGY);
                assertThat(prometheus.queries()).filteredOn(query -> !query.equals("time()"))
                        .allMatch(query -> query.contains("job=\"dcgm\"") && query.contains("rack=~\"r[12]\""));
                assertThat(prometheus.requests()).extracting(ScriptedServer.Request::path)
                        .filteredOn(path -> !path.startsWith("/api/v1/status/"))
                        .allMatch(path -> path.startsWith("/api/v1/query?"));
                assertThat(prometheus.queries().getLast()).matches(".*}\\[\\d+ms]");
            }
        }
    }

    @Test
    void saysWhichJobsThereAreWhereNothingMatches() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(1000, 0)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(5));

            assertThatThrownBy(() -> open(prometheus, Map.of("job", "gpus"))).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("job=\"gpus\"").hasMessageContaining("Of these jobs it has some: dcgm");
            assertThatThrownBy(() -> open(prometheus, Map.of()))
                    .hasMessageContaining("how often it scrapes gpu-host:9400")
                    .hasMessageContaining("interval=");
            assertThatThrownBy(() -> open(prometheus, Map.of("labels", "rack")))
                    .hasMessageContaining("'rack' of labels=");
            prometheus.breakDown("{\"status\":\"error\",\"error\":\"too many samples\"}");
            assertThatThrownBy(() -> open(prometheus, Map.of())).hasMessageContaining("too many samples");
            prometheus.breakDown("<html>");
            assertThatThrownBy(() -> open(prometheus, Map.of())).hasMessageContaining("status 503")
                    .hasMessageContaining("without /api");
        }
    }

    @ParameterizedTest
    @CsvSource({"host:9090, http://", "http://a:1 http://b:2, one server", "http://a:1/x?y=z, without a query"})
    void refusesWhatIsNotTheAddressOfAServer(String address, String said) {
        assertThatThrownBy(() -> PROVIDER.open(environment(address, Map.of()))).isInstanceOf(IpwException.class)
                .hasMessageContaining(said).hasMessageContaining("prometheus-api:http://prometheus:9090");
    }

    @Test
    void failsFastWhereNobodyListens() throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            String address = "http://127.0.0.1:" + silent.getLocalPort();

            assertThatThrownBy(() -> PROVIDER.open(environment(address, Map.of())))
                    .isInstanceOf(ServerUnreachableException.class).hasMessageContaining("no answer from " + address);
            assertThat(PROVIDER.probe(environment(address, Map.of()))).singleElement()
                    .satisfies(status -> assertThat(status.detail()).contains("no answer from " + address));
        }
        assertThat(PROVIDER.probe(TelemetryEnvironment.of(Map.of()))).singleElement()
                .satisfies(status -> assertThat(status.nextStep().orElseThrow()).contains("prometheus-api:http://"));
    }

    @Test
    void looksAtTheServerWithoutKeepingItOpen() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus(1000, 0)) {
            prometheus.add(ENERGY, target(Map.of("UUID", "GPU-1")), nanos -> OptionalDouble.of(5));
            prometheus.addTarget("dcgm", "gpu-host:9400");

            assertThat(PROVIDER.probe(environment(prometheus.url(), Map.of()))).singleElement()
                    .satisfies(status -> assertThat(status.detail()).contains("of GPU-1, scraped each 1000 ms"));
        }
    }

    /** Prometheus finds by their expression exactly the metrics that are read from pages. */
    @Test
    void namesTheMetricsThatExportersRead() {
        Pattern metrics = Pattern.compile(Exporters.metrics());
        assertThat(List.of(ENERGY, "DCGM_FI_DEV_FB_FREE", "amd_gpu_energy_consumed", "GPU_PACKAGE_POWER", "gpu_clock",
                "node_rapl_package_joules_total", "node_rapl_package_0_die_1_joules_total",
                "kepler_node_cpu_joules_total", "kepler_node_dram_joules_total", "kepler_node_gpu_joules_total",
                "kepler_node_gpu_info", "ipw_energy_joules_total", "ipw_resolution_seconds", "ipw_device_info"))
                .allMatch(metric -> metrics.matcher(metric).matches() && Exporters.reads(Exporters.ALL, metric));
        assertThat(List.of("DCGM_FI_DEV_XID_ERRORS", "node_cpu_seconds_total", "kepler_container_joules_total", "up"))
                .noneMatch(metric -> metrics.matcher(metric).matches() || Exporters.reads(Exporters.ALL, metric));
    }

    private static Map<String, String> target(Map<String, String> labels) {
        Map<String, String> all = new HashMap<>(labels);
        all.putAll(Map.of("job", "dcgm", "instance", "gpu-host:9400"));
        return all;
    }

    private static TelemetrySource open(FakePrometheus prometheus, Map<String, String> parameters) {
        List<TelemetrySource> sources = PROVIDER.open(environment(prometheus.url(), parameters));
        assertThat(sources).hasSize(1);
        return sources.getFirst();
    }

    private static TelemetryEnvironment environment(String argument, Map<String, String> parameters) {
        return TelemetryEnvironment.of(Map.of()).withArgument(argument)
                .withParameters(Parameters.of("the collector prometheus-api", parameters));
    }
}
