package dev.ipw.telemetry.remote;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FleetTests {
    private static final PrometheusProvider PROVIDER = new PrometheusProvider();

    @TempDir
    Path folder;

    /** An exporter answers only once all have been asked, so that opening one after the other would never end. */
    @Test
    void asksAllExportersAtOnce() throws IOException {
        int size = 100;
        CountDownLatch asked = new CountDownLatch(size);
        try (FakeExporter exporters = FakeExporter.answering((request, reply) -> {
            asked.countDown();
            asked.await();
            String number = request.path().replaceAll("\\D", "");
            reply.send(200, FakeExporter.TEXT, power(number));
        })) {
            String argument = IntStream.range(0, size).mapToObj(i -> exporters.url() + "/" + i)
                    .collect(Collectors.joining(" "));

            CollectorFindings found = PROVIDER.find(FakeExporter.environment(argument, Map.of()));

            assertThat(found.sources().stream().flatMap(source -> source.sensors().stream()).map(Sensor::device))
                    .containsExactlyElementsOf(IntStream.range(0, size).mapToObj(i -> "GPU-" + i).toList());
            assertThat(exporters.requests()).hasSize(size);
        }
    }

    @Test
    @Tag("real-time")
    void namesADeadExporterAndReadsTheRest() throws IOException, InterruptedException {
        CountDownLatch pages = new CountDownLatch(8);
        AtomicLong millijoules = new AtomicLong();
        try (FakeExporter alive = FakeExporter.answering((request, reply) -> {
            reply.send(200, FakeExporter.TEXT, energy("1", millijoules.addAndGet(1_000)));
            pages.countDown();
        }); Socket dead = silentPort()) {
            String name = "127.0.0.1:" + dead.getLocalPort();
            try (TelemetrySession session = TelemetrySession.builder().discovery(false).provider(PROVIDER)
                    .collectors("prometheus:http://" + name + "/metrics " + alive.url()
                            + ",resolution=0s,interval=50ms")
                    .open(); Watch _ = session.watch()) {
                long start = System.nanoTime();
                pages.await();
                TelemetryWindow window = session.window(start, System.nanoTime());

                assertThat(window.energy().joules().orElseThrow()).isPositive();
                assertThat(window.energyScope()).isEqualTo("gpu (1 of 2)");
                assertThat(session.problems()).anySatisfy(
                        problem -> assertThat(problem).contains(name).contains("no answer").contains("are missing"));
            }
        }
    }

    @Test
    @Tag("real-time")
    void readsAnExporterOnceItAnswersAndMarksWhatIsMissing() throws IOException, InterruptedException {
        AtomicLong millijoules = new AtomicLong();
        CountDownLatch alone = new CountDownLatch(8);
        CountDownLatch pages = new CountDownLatch(8);
        try (FakeExporter alive = FakeExporter.answering((request, reply) -> {
            reply.send(200, FakeExporter.TEXT, energy("1", millijoules.addAndGet(1_000)));
            alone.countDown();
        });
                FakeExporter late = FakeExporter.answering((request, reply) -> reply.send(503, "text/plain", "no"))) {
            try (TelemetrySession session = TelemetrySession.builder().discovery(false).provider(PROVIDER)
                    .collectors("prometheus:" + late.url() + " " + alive.url() + ",resolution=0s,interval=50ms")
                    .open(); Watch _ = session.watch()) {
                long start = System.nanoTime();
                assertThat(session.problems()).anyMatch(problem -> problem.contains(late.name())
                        && problem.contains("status 503"));
                alone.await();
                long joins = System.nanoTime();
                late.answer((request, reply) -> {
                    reply.send(200, FakeExporter.TEXT, energy("2", millijoules.addAndGet(1_000)));
                    pages.countDown();
                });
                pages.await();
                TelemetryWindow window = session.window(start, System.nanoTime());

                assertThat(window.energyScope()).isEqualTo("gpu");
                assertThat(window.energy().flags()).contains(EnergyFlag.PARTIAL);
                TelemetryWindow before = session.window(start, joins);
                assertThat(before.energyScope()).isEqualTo("gpu (1 of 2)");
                assertThat(before.energy().flags()).contains(EnergyFlag.PARTIAL);
                assertThat(before.energy().joules().orElseThrow()).isPositive();
                assertThat(session.problems()).singleElement().asString().contains(late.name())
                        .contains("opened late").contains("is missing");
                assertThat(session.sensors()).extracting(Sensor::device).containsExactly("GPU-1", "GPU-2");
            }
        }
    }

    @Test
    void asksAgainUntilAllExportersAreRead() throws IOException {
        try (FakeExporter alive = FakeExporter.showing(power("1"));
                FakeExporter late = FakeExporter.answering((request, reply) -> reply.send(503, "text/plain", "no"))) {
            CollectorFindings first = PROVIDER
                    .find(FakeExporter.environment(alive.url() + " " + late.url(), Map.of()));
            CollectorFindings second = first.again().orElseThrow().get();
            late.show(power("2"));
            CollectorFindings third = second.again().orElseThrow().get();

            assertThat(second.sources()).isEqualTo(first.sources()).hasSize(2);
            assertThat(third.again()).isEmpty();
            assertThat(third.sources()).hasSize(2).contains(first.sources().getFirst())
                    .doesNotContain(first.sources().getLast());
            assertThat(third.statuses()).allMatch(SensorStatus::available);
            assertThat(alive.requests()).hasSize(1);
        }
    }

    @Test
    void refusesAFleetWithoutASingleSensorAndNamesEach() throws IOException {
        List<Socket> dead = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                dead.add(silentPort());
            }
            String argument = dead.stream().map(socket -> "http://127.0.0.1:" + socket.getLocalPort())
                    .collect(Collectors.joining(" "));

            assertThatThrownBy(() -> PROVIDER.open(FakeExporter.environment(argument, Map.of())))
                    .isInstanceOf(ServerUnreachableException.class).hasMessageContaining("none of its 20 exporters")
                    .hasMessageContaining("no answer from http://127.0.0.1:" + dead.get(2).getLocalPort())
                    .hasMessageContaining("127.0.0.1:" + dead.get(12).getLocalPort())
                    .hasMessageContaining("and 7 more");
        } finally {
            for (Socket socket : dead) {
                socket.close();
            }
        }
    }

    @Test
    void readsTheTargetsOfAFileWithTheirLabels() throws IOException {
        try (FakeExporter one = FakeExporter.showing(power("1"));
                FakeExporter other = FakeExporter.showing(power("2"))) {
            String list = """
                    [{"targets": ["%s"], "labels": {"rack": "r7", "__meta_x": "y"}},
                     {"targets": ["localhost:%s"], "labels": {"__metrics_path__": "/elsewhere"}}]"""
                    .formatted(one.name(), other.name().replaceAll(".*:", ""));
            List<TelemetrySource> sources = PROVIDER
                    .open(FakeExporter.environment("file_sd=" + file(list) + " " + one.url(), Map.of()));

            assertThat(sources).hasSize(2);
            assertThat(sources.getFirst().sensors().getFirst().source())
                    .contains(one.name() + "{rack=\"r7\"} DCGM_FI_DEV_POWER_USAGE");
            assertThat(sources.getFirst().devices()).singleElement().extracting(DeviceInfo::details)
                    .isEqualTo(Map.of("rack", "r7"));
            assertThat(other.requests().getFirst().path()).isEqualTo("/elsewhere");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"targets.yml", "targets.yaml"})
    void readsTheTargetsOfAFileOfYaml(String name) throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(power("1"))) {
            String list = """
                    # the GPUs of one rack
                    - targets:
                        - %s
                      labels:
                        rack: r7
                    """.formatted(exporter.name());
            List<TelemetrySource> sources = PROVIDER
                    .open(FakeExporter.environment("file_sd=" + file(name, list), Map.of()));

            assertThat(sources).singleElement().satisfies(source -> assertThat(source.devices()).singleElement()
                    .extracting(DeviceInfo::details).isEqualTo(Map.of("rack", "r7")));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"- targets: [a | line 1", "targets: [a] | no list",
            "- labels: {rack: r7} | group 1 has no list \"targets\"",
            "- {targets: [a], labels: {rack: 7}} | a number needs quotes"})
    void refusesYamlThatIsNoListOfTargets(String text, String said) throws IOException {
        String argument = "file_sd=" + file("targets.yml", text);

        assertThatThrownBy(() -> PROVIDER.open(FakeExporter.environment(argument, Map.of())))
                .isInstanceOf(IpwException.class).hasMessageContaining(said).hasMessageContaining("targets.yml");
    }

    @Test
    void readsTheTargetsOfAnAddress() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(power("1"));
                FakeExporter list = FakeExporter.answering((request, reply) -> reply.send(200, "application/json",
                        "[{\"targets\": [\"" + exporter.name() + "\"]}]"))) {
            String argument = "http_sd=" + list.url();

            assertThat(PROVIDER.open(FakeExporter.environment(argument, Map.of()))).hasSize(1);
            list.answer((request, reply) -> reply.send(500, "text/plain", "no"));
            assertThatThrownBy(() -> PROVIDER.open(FakeExporter.environment(argument, Map.of())))
                    .isInstanceOf(ConfigurationException.class).hasMessageContaining("status 500")
                    .hasMessageContaining(list.url());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"- targets: [a] | not JSON", "{} | no list", "[] | no target",
            "[{}] | group 1 has no list \"targets\"", "[{\"targets\": [7]}] | group 1 has a target that is no address",
            "[{\"targets\": [\"a b\"]}] | no address such as",
            "[{\"targets\": [\"a^b\"]}] | not a URL",
            "[{\"targets\": [\"a:1\"], \"labels\": {\"x y\": \"1\"}}] | a label that is no name"})
    void refusesWhatIsNoListOfTargets(String text, String said) throws IOException {
        String argument = "file_sd=" + file(text);

        assertThatThrownBy(() -> PROVIDER.open(FakeExporter.environment(argument, Map.of())))
                .isInstanceOf(IpwException.class).hasMessageContaining(said).hasMessageContaining("targets.json");
    }

    @Test
    void sendsCredentialsThatVariablesHoldAndShowsThemNowhere() throws IOException {
        try (FakeExporter exporter = FakeExporter.answering((request, reply) -> reply.send(
                "Bearer t0ken-of-a-test".equals(request.headers().get("authorization")) ? 200 : 401, FakeExporter.TEXT,
                power("1")))) {
            TelemetryEnvironment environment = TelemetryEnvironment.of(Map.of("TOKEN", "t0ken-of-a-test"))
                    .withArgument(exporter.url());

            assertThat(PROVIDER.open(with(environment, Map.of("bearer", "TOKEN")))).hasSize(1);
            assertThatThrownBy(() -> PROVIDER.open(with(environment, Map.of()))).hasMessageContaining("status 401")
                    .hasMessageContaining("bearer=");
            assertThatThrownBy(() -> PROVIDER.open(with(environment, Map.of("bearer", "NONE"))))
                    .hasMessageContaining("variable NONE").hasMessageContaining("not set");
            assertThatThrownBy(() -> PROVIDER.open(with(environment, Map.of("basic", "TOKEN"))))
                    .hasMessageContaining("joined by a colon").hasMessageNotContaining("t0ken");
            assertThatThrownBy(() -> PROVIDER.open(with(environment, Map.of("header", "Host:TOKEN"))))
                    .hasMessageContaining("Host").hasMessageNotContaining("t0ken");
        }
    }

    private static TelemetryEnvironment with(TelemetryEnvironment environment, Map<String, String> parameters) {
        return environment.withParameters(Parameters.of("the collector prometheus", parameters));
    }

    private Path file(String text) throws IOException {
        return file("targets.json", text);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String power(String gpu) {
        return "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-" + gpu + "\",modelName=\"H100\"} 300\n";
    }

    private static String energy(String gpu, long millijoules) {
        return "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-" + gpu + "\"} " + millijoules + "\n";
    }

    private static Socket silentPort() throws IOException {
        Socket silent = new Socket();
        silent.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
        return silent;
    }
}
