package dev.ipw.opentelemetry;

import dev.ipw.cli.serve.ChatServer;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that calls a model over HTTP, and sends its spans and metrics to a collector over HTTP. */
@Tag("real-time")
class EnergyAutoConfigurationTests {
    private final ReceivedTelemetry received = new ReceivedTelemetry();

    EnergyAutoConfigurationTests() throws IOException {}

    @AfterEach
    void stopCollector() {
        received.close();
    }

    private OpenTelemetrySdk configured(Map<String, String> energy) {
        Map<String, String> properties = received.properties(energy);
        return AutoConfiguredOpenTelemetrySdk.builder().addPropertiesSupplier(() -> properties).disableShutdownHook()
                .build().getOpenTelemetrySdk();
    }

    /** Ask the embedded model behind a real server within a span, as an instrumented application does. */
    private static void chat(OpenTelemetrySdk openTelemetry) throws Exception {
        try (InferenceClient embedded = Plugins.builder("client", InferenceClientProvider.class).build()
                .require("embedded")
                .create(new ClientOptions(Optional.empty(), Optional.empty(), Parameters.none("embedded"), Map.of()));
                ChatServer server = ChatServer.start(embedded, 0);
                HttpClient http = HttpClient.newHttpClient()) {
            String model = embedded.describe().model();
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/chat/completions"))
                    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("""
                            {"model": "%s", "max_tokens": 8, "messages": [{"role": "user", "content": "Hello"}]}
                            """.formatted(model))).build();
            Span span = openTelemetry.getTracer("application").spanBuilder("chat " + model)
                    .setAttribute("gen_ai.operation.name", "chat").startSpan();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            span.setAttribute("gen_ai.usage.input_tokens", 1).setAttribute("gen_ai.usage.output_tokens", 8);
            span.end();
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
    }

    private static void shutDown(OpenTelemetrySdk openTelemetry) {
        assertThat(openTelemetry.getSdkTracerProvider().forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        assertThat(openTelemetry.getSdkMeterProvider().forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        assertThat(openTelemetry.shutdown().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
    }

    @Test
    void sendsJoulesWithTheSpansAndMetricsOfAnApplicationByAProperty() throws Exception {
        OpenTelemetrySdk openTelemetry = configured(
                Map.of("ipw.energy.enabled", "true", "ipw.energy.telemetry", "estimate"));
        chat(openTelemetry);
        shutDown(openTelemetry);

        assertThat(received.spans()).contains("gen_ai.operation.name", "ipw.energy.joules",
                "ipw.energy.upper_joules", "ESTIMATED");
        assertThat(received.metrics()).contains("hw.energy", "ipw.requests.tokens");
    }

    @Test
    void sendsTheLastJoulesOfCallsAtTheShutdown() throws Exception {
        OpenTelemetrySdk openTelemetry = configured(
                Map.of("ipw.energy.enabled", "true", "ipw.energy.telemetry", "estimate"));
        chat(openTelemetry);
        assertThat(received.isEmpty()).isTrue();
        assertThat(openTelemetry.shutdown().join(1, TimeUnit.HOURS).isSuccess()).isTrue();

        assertThat(received.spans()).contains("ipw.energy.joules");
        assertThat(received.metrics()).contains("hw.energy", "ipw.requests.energy");
    }

    @Test
    void sendsTheSpansOfAnApplicationThoughACollectorIsNotKnown() throws Exception {
        OpenTelemetrySdk openTelemetry = configured(
                Map.of("ipw.energy.enabled", "true", "ipw.energy.telemetry", "nonsense"));
        chat(openTelemetry);
        shutDown(openTelemetry);

        assertThat(received.spans()).contains("gen_ai.operation.name", "UNAVAILABLE", "'nonsense'");
    }

    @Test
    void changesNothingUnlessItIsAsked() throws Exception {
        OpenTelemetrySdk openTelemetry = configured(Map.of());
        chat(openTelemetry);
        shutDown(openTelemetry);

        assertThat(received.spans()).contains("gen_ai.operation.name").doesNotContain("ipw.energy");
        assertThat(received.metrics()).satisfiesAnyOf(none -> assertThat(none).isNull(),
                others -> assertThat(others).doesNotContain("hw.energy"));
    }
}
