package dev.ipw.meter.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.ipw.hosted.Range;
import dev.ipw.internal.json.Json;
import dev.ipw.meter.HostedFigure;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.gateway.RawHttp.Response;
import dev.ipw.meter.metrics.MeterMetrics;
import dev.ipw.meter.metrics.MetricsOptions;
import dev.ipw.meter.metrics.OtlpExporter;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests to models that others host: estimated from their tokens on a machine without sensors, and never measured. */
class HostedRequestsTests {
    private static final String CHAT = "/v1/chat/completions";
    private static final String TABLE = """
            {"format": 1, "version": "t-1", "as_of": "2026-11-29",
             "assumptions": {"batch": [32, 64, 512], "weight_bits": [8, 16, 16], "fit_error": [0.25, 1, 4],
              "joules_per_flop": [4e-13, 1.5e-12, 5e-12], "attention_per_prompt_token": [0, 1e-5, 3.4e-5],
              "cached_share": [0, 0.1, 1]},
             "regions": [{"region": "us", "co2e_grams_per_kwh": [100, 384, 700]}],
             "providers": [{"provider": "Example", "region": "us", "pue": [1.1, 1.2, 1.3]}],
             "models": [{"provider": "Example", "ids": ["m"], "active_billions": [20, 40, 80],
              "total_billions": [100, 200, 400], "guess": true, "source": "a guess"}]}
            """;

    private HostedTable table = HostedTable.shipped();

    @BeforeEach
    void readTable(@TempDir Path folder) throws IOException {
        table = HostedTable.read(Files.writeString(folder.resolve("table.json"), TABLE));
    }

    private static ModelServerScript server(ApiCase api, boolean isStream) throws IOException {
        return ModelServerScript.start((request, reply) -> {
            if (isStream) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: " + api.contentType(true)
                        + "\r\nTransfer-Encoding: chunked\r\n\r\n");
                reply.chunk(api.answer(true));
                reply.endStream();
            } else {
                reply.send(200, "application/json", api.answer(false));
            }
        });
    }

    private static Range range(JsonNode json, String name) {
        return new Range(json.path(name + "_low").asDouble(), json.path(name).asDouble(),
                json.path(name + "_high").asDouble());
    }

    @ParameterizedTest
    @MethodSource("dev.ipw.meter.gateway.GatewayPassingTests#cases")
    void estimatesEachRequestInAllPlaces(ApiCase api, boolean isStream) throws Exception {
        String answer = api.answer(isStream);
        try (ModelServerScript server = server(api, isStream);
                GatewayFixture gateway = new GatewayFixture(server.address(), table, builder -> builder.inBand(true))) {
            Response passed = RawHttp.post(gateway.port(), api.path(isStream), api.body(isStream));
            RequestFigures last = gateway.next();
            HostedEstimate expected = HostedEstimate.of(table, "m",
                    new HostedTokens(12, last.tokens().cached().orElse(0), api.output()));

            assertThat(last.energy().isAvailable()).as("nothing is measured").isFalse();
            assertThat(last.energy().upper()).isEmpty();
            assertThat(last.hosted().orElseThrow().estimate()).contains(expected);
            JsonNode page = Json.parse(RawHttp.get(gateway.port(), "/ipw/requests/" + last.id()).text());
            JsonNode estimate = page.path("hosted_estimate");
            assertThat(range(estimate, "estimated_joules")).isEqualTo(expected.joules());
            assertThat(range(estimate, "estimated_prompt_joules")).isEqualTo(expected.promptJoules());
            assertThat(range(estimate, "estimated_answer_joules")).isEqualTo(expected.answerJoules());
            assertThat(range(estimate, "estimated_co2e_grams")).isEqualTo(expected.carbonGrams().orElseThrow());
            assertThat(estimate.path("estimated_water_liters").isNull()).as("the table has no factor").isTrue();
            assertThat(estimate.path("provenance").asText()).isEqualTo("estimated");
            assertThat(estimate.path("source").asText()).contains("t-1 of 2026-11-29", "hosted-1", "a guess");
            assertThat(range(estimate, "pue")).isEqualTo(new Range(1.1, 1.2, 1.3));
            assertThat(page.path("energy").path("joules").isNull()).isTrue();
            assertThat(page.path("energy").path("reason").asText()).isNotEmpty();

            String inBand = passed.text().replaceFirst(
                    "(?s).*?(\"energy\":\\{[^}]*\\},\"hosted_estimate\":\\{[^}]*\\},).*",
                    "$1");
            assertThat(passed.text().replace(inBand, "")).as("nothing else is changed").isEqualTo(answer);
            JsonNode beside = Json.parse("{" + inBand.substring(0, inBand.length() - 1) + "}").path("hosted_estimate");
            if (api.output() > 0) {
                assertThat(beside).isEqualTo(estimate);
            } else {
                assertThat(beside.path("estimated_joules").isNull()).as("of embeddings only afterwards").isTrue();
            }
        }
    }

    @Test
    void givesNoFigureWithoutAModelOrTokens() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (request.body().contains("refused")) {
                reply.send(401, "application/json", "{\"error\":{\"message\":\"no\"}}");
            } else if (request.body().contains("broken")) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\n"
                        + ApiCase.MESSAGES.answer(true).split("(?=event: message_delta)")[0]);
                reply.close();
            } else {
                reply.send(200, "application/json", "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Four\"},"
                        + "\"finish_reason\":\"stop\"}]}");
            }
        }); GatewayFixture gateway = new GatewayFixture(server.address(), table, builder -> builder)) {
            for (String body : List.of("{\"model\":\"other\"}", "{\"model\":\"m\"}",
                    "{\"model\":\"m\",\"user\":\"refused\"}",
                    "{\"model\":\"m\",\"stream\":true,\"user\":\"broken\"}")) {
                RawHttp.untilClosed(gateway.port(), new String(RawHttp.request("POST",
                        body.contains("broken") ? "/v1/messages" : CHAT, body, "Connection: close"),
                        StandardCharsets.UTF_8));
                RequestFigures figures = gateway.next();
                assertThat(figures.hosted().orElseThrow().estimate()).isEmpty();
                JsonNode json = Json.parse(RequestJson.line(figures)).path("hosted_estimate");
                assertThat(json.path("estimated_joules").isNull()).isTrue();
                assertThat(json.path("provenance").asText()).isEqualTo("unavailable");
                assertThat(json.path("reason").asText()).contains(body.contains("other")
                        ? "does not have the model 'other'"
                        : figures.failure().isPresent() ? "is not complete" : "did not count its tokens");
            }
        }
    }

    @Test
    void sendsEstimatesAsAttributesOfSpans() throws Exception {
        String sent = spanOf(ApiCase.CHAT.body(true), figures -> assertThat(figures.estimate()).isPresent());
        assertThat(sent).contains("\"ipw.estimate.joules\"",
                "{\"key\":\"ipw.estimate.provenance\",\"value\":{\"stringValue\":\"ESTIMATED\"}}",
                "\"ipw.estimate.lower_joules\"", "\"ipw.estimate.upper_joules\"", "\"ipw.estimate.co2e_grams\"",
                "\"ipw.estimate.source\"", "method hosted-1")
                .doesNotContain("\"ipw.energy.joules\"", "\"ipw.estimate.reason\"");
        assertThat(spanOf("{\"model\":\"unlisted\"}", figures -> assertThat(figures.estimate()).isEmpty()))
                .contains("\"ipw.estimate.reason\"")
                .doesNotContain("\"ipw.estimate.source\"", "\"ipw.estimate.joules\"");
    }

    private String spanOf(String body, Consumer<HostedFigure> check) throws Exception {
        CompletableFuture<String> spans = new CompletableFuture<>();
        MeterMetrics metrics = new MeterMetrics(MetricsOptions.DEFAULT, () -> 0);
        try (ModelServerScript receiver = ModelServerScript.start((request, reply) -> {
            if (request.path().endsWith("/v1/traces")) {
                spans.complete(request.body());
            }
            reply.send(200, "application/json", "{}");
        });
                ModelServerScript server = server(ApiCase.CHAT, true);
                OtlpExporter exporter = OtlpExporter.start(URI.create(receiver.address()), Map.of(), metrics);
                GatewayFixture gateway = new GatewayFixture(server.address(), table, builder -> builder)) {
            gateway.meter().addListener(exporter);
            RawHttp.post(gateway.port(), CHAT, body);
            HostedFigure figure = gateway.next().hosted().orElseThrow();
            check.accept(figure);
            String sent = spans.join();
            figure.estimate().ifPresent(estimate -> assertThat(sent).contains(
                    "{\"key\":\"ipw.estimate.joules\",\"value\":{\"doubleValue\":" + estimate.joules().likely()
                            + "}}"));
            return sent;
        }
    }

    @Test
    void countsEstimatesInMetricsOfTheirOwn() throws Exception {
        MeterMetrics metrics = new MeterMetrics(MetricsOptions.DEFAULT, () -> 0);
        try (ModelServerScript server = server(ApiCase.CHAT, false);
                GatewayFixture gateway = new GatewayFixture(server.address(), table, builder -> builder)) {
            gateway.meter().addListener(metrics);
            CountDownLatch counted = new CountDownLatch(3);
            gateway.meter().addListener(new MeterListener() {
                @Override
                public void requestFinished(RequestFigures request) {
                    counted.countDown();
                }
            });
            double sum = 0;
            for (String model : List.of("m", "m", "other")) {
                RawHttp.post(gateway.port(), CHAT, "{\"model\":\"" + model + "\"}");
                sum += gateway.next().hosted().orElseThrow().estimate().map(one -> one.joules().high()).orElse(0.0);
            }
            assertThat(counted.await(2, TimeUnit.MINUTES)).isTrue();
            String text = metrics.prometheusText();
            assertThat(text).contains(
                    "ipw_estimated_energy_high_joules_total{model=\"m\",tenant=\"anonymous\"} " + sum,
                    "ipw_estimated_requests_total{estimated=\"true\",model=\"m\",tenant=\"anonymous\"} 2.0",
                    "ipw_estimated_requests_total{estimated=\"false\",model=\"other\",tenant=\"anonymous\"} 1.0",
                    "ipw_estimated_co2e_grams_total{",
                    "ipw_requests_total{complete=\"hosted\",model=\"m\",status=\"200\",tenant=\"anonymous\"} 2.0");
            assertThat(text).as("what the alert IpwRequestsIncomplete counts").doesNotContain("complete=\"false\"");
            assertThat(text.lines().filter(line -> line.matches("ipw_(finished_|device_)?energy_joules_total.*")))
                    .as("no joule is measured").isEmpty();
        }
    }
}
