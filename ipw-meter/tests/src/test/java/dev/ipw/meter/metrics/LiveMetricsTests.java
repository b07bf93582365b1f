package dev.ipw.meter.metrics;

import dev.ipw.energy.Scope;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.MeteredRequest;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.SteadySource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Reads the metrics of a real meter on a card that draws 100 W. */
@Tag("real-time")
class LiveMetricsTests {
    private static double sum(MeterMetrics metrics, String name) {
        ToDoubleFunction<String> value = line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
        return metrics.prometheusText().lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(value).sum();
    }

    @Test
    void addUpToTheJoulesOfTheDevice() {
        SteadySource card = new SteadySource("steady",
                Sensor.energyCounter("GPU-0", Scope.GPU, "card counter", 1e-3, OptionalLong.empty()), 1e5);
        MeterMetrics metrics;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(card).open()) {
            session.awaitSensors();
            EnergyMeter meter = EnergyMeter.start(session);
            metrics = new MeterMetrics(MetricsOptions.DEFAULT, meter::openRequests);
            meter.addListener(metrics);
            MeteredRequest request = meter.start(RequestOrigin.of("llama", "team-a"), 40);
            int samples = session.deviceSeries().getFirst().sampleCount();
            while (session.deviceSeries().getFirst().sampleCount() < samples + 20) {
                Thread.onSpinWait();
            }
            request.tokens(1);
            assertThat(sum(metrics, "ipw_requests_in_flight")).isEqualTo(1);
            request.finish(200, RequestTokens.of(40, 1), Optional.empty());
            assertThat(sum(metrics, "ipw_requests_in_flight")).isZero();
            meter.close();
        }
        double device = sum(metrics, "ipw_device_energy_joules_total");
        double attributed = sum(metrics, "ipw_attributed_energy_joules_total");
        assertThat(device).isPositive();
        assertThat(attributed + sum(metrics, "ipw_idle_energy_joules_total")
                + sum(metrics, "ipw_other_energy_joules_total")).isCloseTo(device, within(1e-9 * device));
        assertThat(sum(metrics, "ipw_energy_joules_total") + sum(metrics, "ipw_unshared_energy_joules_total"))
                .isCloseTo(attributed, within(1e-9 * device));
        assertThat(sum(metrics, "ipw_unbalanced_blocks_total")).isZero();
        assertThat(sum(metrics, "ipw_requests_total")).isEqualTo(1);
        assertThat(sum(metrics, "ipw_tokens_total")).isEqualTo(41);
    }
}
