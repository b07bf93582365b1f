package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Answers have the shape of trtllm-serve's get_energy_metrics in NVIDIA/TensorRT-LLM, pull request 11855. */
class TrtllmProviderTests {
    private static final String JSON = "application/json";
    private static final String OFF = "{\"error\":\"Energy monitoring is not available\"}";

    @Test
    void readsTheCounterOfAllGpus() throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(200, energy(1234.5678, 10)));
                TelemetrySource source = open(server, Map.of())) {
            server.answer(answer(200, energy(1240.0001, 10.3)));

            RecordingSink sink = RecordingSink.sample(source);

            assertThat(sink.losses()).isEmpty();
            assertThat(sink.values()).containsOnly(Map.entry("gpus@" + server.name() + " gpu ENERGY_COUNTER",
                    1240.0001));
            assertThat(source.readsServingMachine()).isTrue();
            assertThat(source.sensors().getFirst().source()).isEqualTo("trtllm " + server.name() + " total_energy_j");
            assertThat(server.requests()).extracting(ScriptedServer.Request::path).containsOnly("/energy_metrics");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "503 | {\"error\":\"Energy monitoring is not available\"} | enable_energy_metrics: true",
            "503 | {\"error\":\"Failed to read GPU energy\"} | Failed to read GPU energy",
            "503 | busy | not available", "404 | {\"detail\":\"Not Found\"} | does not exist; give the address",
            "500 | oops | status 500", "200 | [] | does not answer as trtllm-serve does",
            "200 | {} | total_energy_j is missing", "200 | {\"total_energy_j\": 1} | query_time is missing",
            "200 | {\"total_energy_j\": \"1\", \"query_time\": 1} | must be a number",
            "200 | {\"total_energy_j\": -1, \"query_time\": 1} | negative energy"})
    void refusesAServerWithoutJoulesAndSaysWhy(int status, String body, String why) throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(status, body))) {
            assertThatThrownBy(() -> open(server, Map.of())).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(why).hasMessageContaining(";");
            List<SensorStatus> probed = new TrtllmProvider().probe(environment(base(server), Map.of()));
            assertThat(probed).singleElement().satisfies(one -> assertThat(one.toString()).contains(why));
        }
    }

    @Test
    void losesItsSensorWhileTheServerDoesNotAnswerAndReadsOn() throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(200, energy(1, 1)));
                TelemetrySource source = open(server, Map.of())) {
            server.answer(answer(503, OFF));
            assertThat(RecordingSink.sample(source).losses().values()).singleElement().asString()
                    .contains("Energy monitoring is not available");
            server.answer(answer(200, energy(7, 2)));
            assertThat(RecordingSink.sample(source).values().values()).containsExactly(7.0);
        }
    }

    @Test
    void doesNotTakeAKeptAnswerForAReading() throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(200, energy(5, 42.5)));
                TelemetrySource source = open(server, Map.of())) {
            assertThat(RecordingSink.sample(source).losses().values()).singleElement().asString()
                    .contains("repeats an old answer");
        }
    }

    @Test
    void reportsAServerThatIsNotThere() throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(200, energy(1, 1)))) {
            server.stop();
            assertThatThrownBy(() -> open(server, Map.of())).isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("no answer from");
        }
    }

    @Test
    void readsAsOftenAsAskedWithinBounds() throws IOException {
        try (FakeExporter server = FakeExporter.answering(answer(200, energy(1, 1)))) {
            try (TelemetrySource source = open(server, Map.of("interval", "2s"))) {
                assertThat(source.period()).isEqualTo(Duration.ofSeconds(2));
            }
            assertThatThrownBy(() -> open(server, Map.of("interval", "1ms"))).hasMessageContaining("50ms and 1h");
        }
        assertThatThrownBy(() -> new TrtllmProvider().open(environment("gpu:8000", Map.of())))
                .hasMessageContaining("trtllm:http://gpu-host:8000");
    }

    private static String energy(double joules, double query) {
        return "{\"total_energy_j\":" + joules + ",\"query_time\":" + query + "}";
    }

    private static ScriptedServer.Script answer(int status, String body) {
        return (request, reply) -> reply.send(status, JSON, body);
    }

    private static TelemetrySource open(FakeExporter server, Map<String, String> parameters) {
        return new TrtllmProvider().open(environment(base(server), parameters)).getFirst();
    }

    private static String base(FakeExporter server) {
        return "http://" + server.name();
    }

    private static TelemetryEnvironment environment(String argument, Map<String, String> parameters) {
        return TelemetryEnvironment.of(Map.of()).withArgument(argument)
                .withParameters(Parameters.of("the collector trtllm", parameters));
    }
}
