package dev.ipw.cli.monitor;

import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.error.ConfigurationException;
import dev.ipw.meter.metrics.Scrape;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import dev.ipw.testing.DrivenSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Scrapes a session as another host would. */
@Tag("real-time")
class MetricsServerTests {
    private static final String OF_THE_CARD = "collector=\"driven\",device=\"GPU-1234\"";

    private final DrivenSource source = TestCard.source();
    private final TelemetrySession session = TestCard.open(source);
    private final Watch watch = session.watch();
    private final Exposition exposition = new Exposition(session);
    private final MetricsServer server = MetricsServer
            .start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of("gpu-node"),
                    exposition::collect);

    @AfterEach
    void close() {
        server.close();
        watch.close();
        session.close();
    }

    @Test
    void servesEverySensorUnderItsContractedName() throws IOException {
        assertThat(scrapeWithJoules()).contains("# TYPE ipw_energy_joules_total counter",
                "ipw_energy_joules_total{" + OF_THE_CARD
                        + ",provenance=\"MEASURED\",scope=\"gpu\",source=\"card counter\"} ",
                gauge("temperature_celsius", "gpu", "card gauge", "55.0"),
                gauge("temperature_celsius", "memory", "card memory temperature", "71.0"),
                gauge("utilization_percent", "gpu", "card gauge", "97.0"),
                gauge("memory_used_bytes", "gpu", "card gauge", "5.36870912E9"),
                gauge("memory_total_bytes", "gpu", "card gauge", "8.589934592E10"),
                gauge("clock_megahertz", "gpu", "card gauge", "1980.0"),
                gauge("throttle_reasons", "gpu", "card gauge", "5.0"),
                "ipw_device_info{device=\"GPU-1234\",index=\"3\",name=\"Test \\\"card\\\"\",vendor=\"Nobody\"} 1",
                "ipw_sample_age_seconds{" + OF_THE_CARD + ",scope=\"gpu\"} ",
                "ipw_resolution_seconds{" + OF_THE_CARD + ",scope=\"gpu\"} ").doesNotContain("ipw_power_watts", "NaN");
    }

    private static String gauge(String name, String scope, String source, String value) {
        return "ipw_" + name + "{" + OF_THE_CARD + ",scope=\"" + scope + "\",source=\"" + source + "\"} " + value
                + "\n";
    }

    @Test
    void countsUpFromScrapeToScrape() throws IOException {
        double first = sample("ipw_energy_joules_total", scrapeWithJoules());
        int readings = session.deviceSeries().getFirst().sampleCount();
        Waiting.until(() -> session.deviceSeries().getFirst().sampleCount() > readings + 1);
        assertThat(sample("ipw_energy_joules_total", scrapeWithJoules())).isGreaterThan(first);
    }

    @Test
    void servesNoSampleOfALostSensor() throws IOException {
        assertThat(scrapeWithJoules()).contains("ipw_temperature_celsius");
        source.read(TestCard::lose);
        Waiting.until(() -> session.latest().stream().allMatch(reading -> reading.lossReason().isPresent()));
        assertThat(get("/metrics")).doesNotContain("ipw_energy", "ipw_temperature", "ipw_sample_age")
                .contains("ipw_device_info",
                        "ipw_problem_info{" + OF_THE_CARD + ",reason=\"the card fell off its bus\",scope=\"gpu\"} 1\n");
    }

    @Test
    void saysWhyACounterThatStandsHasNoSample() throws IOException {
        source.read(sink -> {
            TestCard.read(sink);
            sink.counter(0, 4242);
        });
        try (TelemetrySession other = TestCard.open(source); Watch _ = other.watch()) {
            Exposition still = new Exposition(other);
            List<String> shown = new ArrayList<>();
            Waiting.until(() -> {
                shown.clear();
                shown.addAll(names(still));
                return shown.contains("ipw_problem") && shown.contains("ipw_temperature_celsius");
            });
            assertThat(shown).doesNotContain("ipw_energy_joules");
        }
    }

    private static List<String> names(Exposition exposition) {
        return exposition.collect().stream().map(metric -> metric.getMetadata().getName()).toList();
    }

    @ParameterizedTest
    @CsvSource({"GET,/,200", "GET,/other,404", "GET,/metrics/,404", "POST,/metrics,405", "DELETE,/,405",
            "HEAD,/metrics,200"})
    void answersNothingElse(String method, String path, int status) throws IOException {
        HttpURLConnection connection = connect(path);
        connection.setRequestMethod(method);
        assertThat(connection.getResponseCode()).isEqualTo(status);
    }

    @Test
    void namesTheFormat() throws IOException {
        assertThat(connect("/metrics").getContentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    }

    @Test
    void refusesAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            assertThatThrownBy(() -> MetricsServer.start(address, List.of(), exposition::collect).close())
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort())).hasMessageContaining("--serve");
        }
    }

    @Test
    void servesTheFormatThatIsAccepted() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (MetricsServer negotiating = MetricsServer.start("--metrics", any, List.of(),
                accept -> new Scrape("text/plain; for=" + accept, new byte[]{'1'}))) {
            HttpURLConnection connection = (HttpURLConnection) negotiating.uri().toURL().openConnection();
            connection.setRequestProperty("Accept", "application/openmetrics-text");
            assertThat(connection.getContentType()).isEqualTo("text/plain; for=application/openmetrics-text");
            InetSocketAddress taken = new InetSocketAddress(any.getAddress(), negotiating.uri().getPort());
            assertThatThrownBy(() -> MetricsServer.start("--metrics", taken, List.of(), accept -> {
                throw new AssertionError();
            }).close()).isInstanceOf(ConfigurationException.class).hasMessageContaining("--metrics");
        }
    }

    @Test
    void isReadByTheCollectorOfAnotherMachine() throws IOException {
        assertThat(scrapeWithJoules()).contains("ipw_energy_joules_total");
        try (TelemetrySession elsewhere = TelemetrySession.builder().collectors("prometheus:" + server.uri()).open();
                Watch _ = elsewhere.watch()) {
            DeviceReader reader = new DeviceReader(elsewhere);
            DeviceReading[] seen = new DeviceReading[1];
            Waiting.until(() -> {
                seen[0] = reader.read().getFirst();
                return seen[0].power().filter(power -> power.watts() > 0).isPresent() && seen[0].energy().isPresent();
            });
            DeviceReading card = seen[0];
            assertThat(card.device()).isEqualTo(TestCard.ID);
            assertThat(card.scope()).isEqualTo(Scope.GPU);
            assertThat(card.title()).isEqualTo("Test \"card\" #3");
            assertThat(card.energy().map(EnergyTotal::provenance)).contains(Provenance.MEASURED);
            assertThat(card.value(Quantity.TEMPERATURE_CELSIUS)).hasValue(55);
            assertThat(card.memoryValue(Quantity.TEMPERATURE_CELSIUS)).hasValue(71);
            assertThat(card.throttleReasons()).hasValueSatisfying(reasons -> assertThat(reasons)
                    .containsExactly(ThrottleReason.POWER_CAP, ThrottleReason.THERMAL));
        }
    }

    private String scrapeWithJoules() throws IOException {
        return scrape(text -> text.contains("ipw_energy_joules_total{"));
    }

    /** Scrape until it shows something: a sampler that was put aside for long has no fresh reading for a while. */
    private String scrape(Predicate<String> shows) throws IOException {
        String text = get("/metrics");
        while (!shows.test(text)) {
            Thread.onSpinWait();
            text = get("/metrics");
        }
        return text;
    }

    private static double sample(String name, String text) {
        List<String> lines = text.lines().filter(line -> line.startsWith(name + "{")).toList();
        assertThat(lines).hasSize(1);
        return Double.parseDouble(lines.getFirst().substring(lines.getFirst().lastIndexOf(' ') + 1));
    }

    private String get(String path) throws IOException {
        try (InputStream body = connect(path).getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpURLConnection connect(String path) throws IOException {
        return (HttpURLConnection) URI.create(server.uri().toString().replace("/metrics", path)).toURL()
                .openConnection();
    }
}
