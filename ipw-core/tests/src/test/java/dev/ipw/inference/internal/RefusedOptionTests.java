package dev.ipw.inference.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Asks models that refuse max_tokens or a temperature. */
@Tag("real-time")
class RefusedOptionTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final String ANSWER = "{\"choices\":[{\"message\":{\"content\":\"4\"},\"finish_reason\":\"stop\"}]}";
    private static final String MESSAGE = "{\"content\":[{\"type\":\"text\",\"text\":\"4\"}],\"stop_reason\":\"end_turn\"}";
    private static final String NO_LIMIT = "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported with this"
            + " model. Use 'max_completion_tokens' instead.\",\"param\":\"max_tokens\",\"code\":\"unsupported_parameter\"}}";
    private static final String NO_TEMPERATURE = "{\"error\":{\"message\":\"Unsupported value: 'temperature' does not support 0"
            + " with this model. Only the default (1) value is supported.\",\"param\":\"temperature\"}}";

    @Test
    void sendsTheLimitUnderItsNewerNameAndNoTemperatureOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(RefusedOptionTests::newerModel);
                InferenceClient client = client("openai", server, Map.of())) {
            RecordedRetries first = new RecordedRetries();
            assertThat(client.infer(QUESTION, first).text()).isEqualTo("4");
            assertThat(first.retries).isEqualTo(2);
            RecordedRetries second = new RecordedRetries();
            assertThat(client.infer(QUESTION, second).text()).isEqualTo("4");
            assertThat(second.retries).isZero();

            assertThat(server.requests()).hasSize(4);
            JsonNode last = Json.parse(server.requests().getLast().body());
            assertThat(last.path("max_completion_tokens").asInt()).isEqualTo(1024);
            assertThat(last.has("max_tokens") || last.has("temperature")).isFalse();
            assertThat(client.warnings()).hasSize(2).anySatisfy(
                    warning -> assertThat(warning).contains("'m'", "max_tokens", "max_completion_tokens"))
                    .anySatisfy(warning -> assertThat(warning).contains("'m'", "temperature", "left out"));
        }
    }

    @Test
    void learnsItForAllRequestsThatAreUnderWay() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(RefusedOptionTests::newerModel);
                InferenceClient client = client("openai", server, Map.of());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int each = 0; each < 16; each++) {
                answers.add(threads.submit(() -> client.infer(QUESTION, new RecordedSink()).text()));
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("4");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"`temperature` is deprecated for this model.", "temperature: Extra inputs are not permitted",
                    "invalid temperature: only 1 is allowed for this model",
                    "Unrecognized request argument supplied: temperature",
                    "temperature of the model gpt-5 is not supported",
                    "temperature is not supported with gpt-5-2025-08-07",
                    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported."})
    void leavesTheTemperatureOutWhereverItIsRefused(String message) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (body(request).has("temperature")) {
                reply.send(400, "application/json", "{\"error\":{\"message\":\"" + message + "\"}}");
            } else {
                reply.send(200, "application/json", MESSAGE);
            }
        }); InferenceClient client = client("anthropic", server, Map.of())) {
            assertThat(client.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");
            assertThat(client.warnings()).hasSize(1);
            assertThat(body(server.requests().getLast()).has("max_tokens")).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum is 4096.",
            "max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
            "Invalid value for 'temperature': must be <= 2", "temperature must be between 0 and 2",
            "`temperature` and `top_p` cannot both be specified for this model.", "images are not supported",
            "max_tokens (5000) is not allowed to exceed 4096", "max_tokens is not allowed to exceed 4096",
            "temperature 1.5 is not supported, use 0 to 1", "temperature of 2 is not supported",
            "temperature is not supported above the range [0, 1]", "max_tokens: not permitted: at most 4096",
            "'temperature' does not support 1.5 with this model, use 0 to 1",
            "Unsupported value: temperature must be less than 1"})
    void changesNothingWhereTheValueIsWrong(String message) throws Exception {
        refused(400, message, Map.of());
    }

    @Test
    void changesNothingOfAnotherStatusOrWithoutAnythingToChange() throws Exception {
        refused(500, "'temperature' is not supported", Map.of());
        refused(400, "'temperature' is not supported", Map.of("body.temperature", "null"));
    }

    @Test
    void failsWithWhatTheServerSaysIfItRefusesTheOtherNameToo() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(400, "application/json", NO_LIMIT));
                InferenceClient client = client("openai", server, Map.of())) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure).hasMessageContaining("HTTP 400").hasMessageContaining("max_completion_tokens");
            assertThat(server.requests()).hasSize(2);
        }
    }

    private static void refused(int status, String message, Map<String, String> parameters) throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(status, "text/plain", message));
                InferenceClient client = client("openai", server, parameters)) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure).hasMessageContaining(message);
            assertThat(server.requests()).hasSize(1);
            assertThat(client.warnings()).isEmpty();
        }
    }

    private static void newerModel(ScriptedServer.Request request, ScriptedServer.Reply reply) throws IOException {
        JsonNode body = body(request);
        if (body.has("max_tokens")) {
            reply.send(400, "application/json", NO_LIMIT);
        } else if (body.path("temperature").asDouble(1) != 1) {
            reply.send(400, "application/json", NO_TEMPERATURE);
        } else {
            reply.send(200, "application/json", ANSWER);
        }
    }

    private static JsonNode body(ScriptedServer.Request request) {
        try {
            return Json.parse(request.body());
        } catch (JsonSyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static InferenceClient client(String id, ScriptedServer server, Map<String, String> parameters) {
        return Plugins.builder("client", InferenceClientProvider.class).build().require(id)
                .create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(server.rootUrl())),
                        Parameters.of("client " + id, parameters), Map.of()));
    }

    private static final class RecordedRetries implements ResponseSink {
        private int retries;

        @Override
        public void retried(long nanos) {
            retries++;
        }

        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {}
    }
}
