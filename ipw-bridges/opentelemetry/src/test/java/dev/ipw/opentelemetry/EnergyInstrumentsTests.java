package dev.ipw.opentelemetry;

import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class EnergyInstrumentsTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);
    // Never of itself within a test: tests refresh by hand.
    private static final Duration BY_HAND = Duration.ofDays(1);

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build()).build();

    @AfterEach
    void close() {
        openTelemetry.close();
    }

    private List<String> names() {
        return reader.collectAllMetrics().stream().map(MetricData::getName).toList();
    }

    private MetricData collected(String name) {
        return reader.collectAllMetrics().stream().filter(metric -> metric.getName().equals(name)).findFirst()
                .orElseThrow();
    }

    private static double sum(MetricData metric) {
        return metric.getDoubleSumData().getPoints().iterator().next().getValue();
    }

    private static double gauge(MetricData metric) {
        return metric.getDoubleGaugeData().getPoints().iterator().next().getValue();
    }

    @Test
    void showsJoulesAndWattsOfTheDeviceByTheHardwareConventions() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .source(new FakeTelemetrySource(100)).open();
                EnergyInstruments metrics = EnergyInstruments.register(openTelemetry, session, BY_HAND)) {
            assertThat(names()).contains("hw.energy").doesNotContain("hw.power", "ipw.requests.energy",
                    "ipw.requests.tokens");
            metrics.refresh();
            metrics.refresh();

            MetricData joules = collected("hw.energy");
            assertThat(joules.getUnit()).isEqualTo("J");
            assertThat(joules.getDoubleSumData().isMonotonic()).isTrue();
            assertThat(sum(joules)).isPositive();
            Attributes attributes = joules.getDoubleSumData().getPoints().iterator().next().getAttributes();
            assertThat(attributes.asMap()).containsEntry(AttributeKey.stringKey("hw.id"), "package-0")
                    .containsEntry(AttributeKey.stringKey("hw.type"), "cpu")
                    .containsEntry(EnergyAttributes.PROVENANCE, "MEASURED");
            assertThat(collected("hw.power").getUnit()).isEqualTo("W");
            assertThat(gauge(collected("hw.power"))).isCloseTo(100, Percentage.withPercentage(1));
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void showsTheJoulesAndTokensOfSpansOnceTheyAreTold() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .source(new FakeTelemetrySource(100)).open();
                EnergyInstruments metrics = EnergyInstruments.register(openTelemetry, session, BY_HAND)) {
            try (RequestSpan span = session.request("chat")) {
                span.tokens(30, 5);
            }
            metrics.refresh();

            RequestReport report = session.requests();
            double joules = report.requests().joules().orElseThrow();
            assertThat(sum(collected("ipw.requests.energy"))).isCloseTo(joules, EXACT);
            assertThat(collected("ipw.requests.tokens").getLongSumData().getPoints())
                    .extracting(point -> point.getAttributes() + " " + point.getValue())
                    .containsExactlyInAnyOrder("{gen_ai.token.type=\"input\"} 30", "{gen_ai.token.type=\"output\"} 5");
            assertThat(gauge(collected("ipw.joules.per.output.token"))).isCloseTo(joules / 5, EXACT);
        }
    }

    @Test
    void hasNoMetricOfJoulesWithoutASensor() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).open();
                EnergyInstruments metrics = EnergyInstruments.register(openTelemetry, session, BY_HAND)) {
            try (RequestSpan span = session.request("chat")) {
                span.tokens(30, 5);
            }
            metrics.refresh();

            assertThat(names()).containsExactly("ipw.requests.tokens");
        }
    }
}
