package dev.ipw.telemetry.remote;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class PrometheusProviderTests {
    private static final String PAGE = """
            node_rapl_package_joules_total{index="0"} 1
            node_rapl_package_joules_total{index="1"} 2
            """;

    @ParameterizedTest
    @CsvSource({"host:9400, http://", "ftp://host/metrics, http://", "http:///metrics, no host",
            "'http://host/a|b', not a URL", "http://me:pw-secret@host/metrics, user and password",
            "http://host/metrics#top, '#'", "'  ', no address"})
    void refusesWhatIsNoAddressAndShowsOne(String address, String said) {
        assertThatThrownBy(() -> FakeExporter.open(address, Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(said).hasMessageContaining("prometheus:http://gpu-host:9400/metrics")
                .hasMessageNotContaining("pw-secret");
    }

    @Test
    void keepsSecretsOfAnAddressToItself() throws IOException {
        try (Socket silent = silentPort()) {
            String page = "http://127.0.0.1:" + silent.getLocalPort() + "/metrics";
            String address = page + "?token=s3cr3t";

            assertThatThrownBy(() -> FakeExporter.open(address, Map.of())).hasMessageContaining(page)
                    .hasMessageNotContaining("s3cr3t");
            assertThat(new PrometheusProvider().probe(FakeExporter.environment(address, Map.of())).toString())
                    .doesNotContain("s3cr3t");
        }
    }

    /** Hold a port, so that nobody else can listen there. */
    private static Socket silentPort() throws IOException {
        Socket silent = new Socket();
        silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return silent;
    }

    @Test
    void failsFastWhereNobodyListens() throws IOException {
        try (Socket silent = silentPort()) {
            String page = "http://127.0.0.1:" + silent.getLocalPort();
            TelemetrySessionBuilder builder = TelemetrySession.builder().discovery(false)
                    .provider(new PrometheusProvider()).collectors("prometheus:" + page + "/metrics");

            assertThatThrownBy(builder::open).isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("no answer from " + page).hasMessageContaining("start the exporter");
        }
    }

    @Test
    void failsFastOnAPageWithoutMetricsItKnows() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing("go_goroutines 7\n")) {
            assertThatThrownBy(() -> exporter.open(Map.of())).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("none of the metrics").hasMessageContaining("DCGM_FI_DEV_")
                    .hasMessageContaining("ipw's monitor");
            exporter.answer((request, reply) -> reply.send(404, "text/plain", "not here"));
            assertThatThrownBy(() -> exporter.open(Map.of())).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("status 404");
        }
    }

    @Test
    void saysWhyAPageOfEstimatesGivesNothing() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(
                "ipw_energy_joules_total{device=\"cpu\",scope=\"package\",provenance=\"estimated\"} 1\n")) {
            assertThatThrownBy(() -> exporter.open(Map.of())).hasMessageContaining("only estimated");
            assertThat(new PrometheusProvider().probe(FakeExporter.environment(exporter.url(), Map.of())))
                    .extracting(SensorStatus::available, SensorStatus::detail)
                    .containsExactly(tuple(false,
                            "the energy of cpu is only estimated on that machine"));
        }
    }

    @Test
    void takesResolutionIntervalAndDevices() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(PAGE);
                TelemetrySource source = exporter
                        .open(Map.of("resolution", "10s", "interval", "250ms", "device", "package-1"))) {
            assertThat(source.period()).isEqualTo(Duration.ofMillis(250));
            assertThat(source.sensors()).singleElement().satisfies(sensor -> {
                assertThat(sensor.device()).isEqualTo("package-1");
                assertThat(sensor.resolutionNanos()).hasValue(10_000_000_000L);
            });
            assertThatThrownBy(() -> exporter.open(Map.of("device", "package-7")))
                    .isInstanceOf(ConfigurationException.class).hasMessageContaining("package-0, package-1");
            assertThatThrownBy(() -> exporter.open(Map.of("interval", "1ms"))).hasMessageContaining("50ms");
            assertThatThrownBy(() -> exporter.open(Map.of("resolution", "3h"))).hasMessageContaining("1h");
        }
    }

    @Test
    void readsMetricsWhereTheAddressNamesNoPath() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(PAGE);
                TelemetrySource source = FakeExporter.open(exporter.url().replace("/metrics", ""), Map.of())) {
            assertThat(source.sensors()).hasSize(2);
            assertThat(exporter.requests().getFirst().path()).isEqualTo("/metrics");
        }
    }

    @Test
    void readsSeveralExportersAndTellsTheirMachinesApart() throws IOException {
        try (FakeExporter one = FakeExporter.showing(PAGE);
                FakeExporter other = FakeExporter.showing(
                        "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-1\"} 5\nnode_rapl_package_joules_total{index=\"0\"} 3\n")) {
            assertThat(devices(one.url() + " " + other.url() + "  " + one.url())).containsExactly("package-0",
                    "package-1", "GPU-1", "package-0");
            assertThat(devices(one.url() + " " + other.url().replace("127.0.0.1", "localhost"))).containsExactly(
                    "package-0@127.0.0.1", "package-1@127.0.0.1", "GPU-1", "package-0@localhost");
        }
    }

    private static List<String> devices(String argument) {
        return new PrometheusProvider().open(FakeExporter.environment(argument, Map.of())).stream()
                .flatMap(source -> source.sensors().stream()).map(Sensor::device).toList();
    }

    @Test
    void looksAtTheExporterWithoutKeepingItOpen() throws IOException {
        PrometheusProvider provider = new PrometheusProvider();
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page("dcgm.txt"))) {
            List<SensorStatus> found = provider.probe(FakeExporter.environment(exporter.url(), Map.of()));
            assertThat(found).hasSize(11).allMatch(SensorStatus::available);
            assertThat(found.getFirst().detail()).contains("energy counter").contains("read each 1000 ms")
                    .contains("30000 ms old");
            exporter.stop();
            assertThat(provider.probe(FakeExporter.environment(exporter.url(), Map.of()))).singleElement()
                    .satisfies(status -> assertThat(status.detail()).contains("no answer from"));
        }
        assertThat(provider.automatic()).isFalse();
        assertThat(provider.takesArgument()).isTrue();
        assertThat(provider.probe(TelemetryEnvironment.of(Map.of()))).singleElement()
                .satisfies(status -> assertThat(status.nextStep().orElseThrow()).contains("the collector prometheus:"));
    }

    @Test
    void givesASessionMeasuredJoulesOfTheServingMachine() throws IOException, InterruptedException {
        AtomicLong requests = new AtomicLong();
        CountDownLatch enough = new CountDownLatch(8);
        ScriptedServer.Script twoJoulesARequest = (request, reply) -> {
            reply.send(200, FakeExporter.TEXT, String.format(Locale.ROOT,
                    "node_rapl_package_joules_total{index=\"0\"} %.3f\n", 100 + 2.0 * requests.incrementAndGet()));
            enough.countDown();
        };
        DeviceSeries series = sampled(twoJoulesARequest, enough);

        EnergyReading all = whole(series);
        assertThat(all.joules().orElseThrow()).isCloseTo(2.0 * (series.sampleCount() - 1), within(1e-6));
        assertThat(all.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(series.device().scope()).isEqualTo(Scope.PACKAGE);
        assertThat(series.lossReason()).isEmpty();
    }

    @Test
    void flagsACounterThatBeginsAnewWhenItsExporterDoes() throws IOException, InterruptedException {
        AtomicLong requests = new AtomicLong();
        CountDownLatch enough = new CountDownLatch(10);
        ScriptedServer.Script restarted = (request, reply) -> {
            long number = requests.incrementAndGet();
            reply.send(200, FakeExporter.TEXT,
                    "ipw_energy_joules_total{device=\"d\",scope=\"gpu\"} " + (number < 6 ? 1000 + number : number)
                            + "\n");
            enough.countDown();
        };
        EnergyReading all = whole(sampled(restarted, enough));

        assertThat(all.flags()).contains(EnergyFlag.RESET);
        assertThat(all.joules().orElseThrow()).isLessThan(100);
    }

    /** Sample an exporter until it was asked often enough, and until the session was closed. */
    private static DeviceSeries sampled(ScriptedServer.Script script, CountDownLatch enough)
            throws IOException, InterruptedException {
        try (FakeExporter exporter = FakeExporter.answering(script);
                TelemetrySession session = TelemetrySession.builder().discovery(false)
                        .provider(new PrometheusProvider())
                        .collectors("prometheus:" + exporter.url() + ",interval=50ms").open();
                Watch _ = session.watch()) {
            enough.await();
            return DeviceSeries.of(session.deviceSeries()).getFirst();
        }
    }

    private static EnergyReading whole(DeviceSeries series) {
        return series.window(series.firstNanos().orElseThrow(), series.lastNanos().orElseThrow());
    }
}
