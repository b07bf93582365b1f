package dev.ipw.meter.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.TelemetrySession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Points a collector at a meter instead of at {@code ipw monitor}, whose metrics have names in common with it. */
class CollectedMetricsTests {
    @Test
    void areNotTakenForSensors() throws IOException {
        MeterMetrics metrics = new MeterMetrics(MetricsOptions.DEFAULT, () -> 0);
        new DrawnMeter(1, Instant.now(), List.of("m"), List.of("t")).block(metrics);
        assertThat(metrics.prometheusText()).contains("ipw_energy_joules_total", "ipw_power_watts");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            try (exchange) {
                Scrape scrape = metrics.scrape("");
                exchange.getResponseHeaders().set("Content-Type", scrape.contentType());
                exchange.sendResponseHeaders(200, scrape.body().length);
                exchange.getResponseBody().write(scrape.body());
            }
        });
        server.start();
        String address = "prometheus:http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
        try {
            assertThatThrownBy(() -> TelemetrySession.builder().collectors(address).open().close())
                    .isInstanceOf(ConfigurationException.class).hasMessageContaining("shows none of the metrics");
        } finally {
            server.stop(0);
        }
    }
}
