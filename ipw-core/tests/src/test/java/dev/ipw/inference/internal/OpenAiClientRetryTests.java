package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.internal.format.TimeParts;
import java.net.URI;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class OpenAiClientRetryTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final ScriptedServer.Script ANSWER = (request, reply) -> reply.stream(
            "{\"choices\":[{\"delta\":{\"content\":\"4\"}}]}",
            "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}", "[DONE]");
    private static final ScriptedServer.Script BUSY = (request, reply) -> reply
            .raw("HTTP/1.1 503 Busy\r\nConnection: close\r\nRetry-After: 0\r\nContent-Length: 4\r\n\r\nbusy");
    private static final ScriptedServer.Script RESET = (request, reply) -> reply.close();

    @Test
    void triesAgainWhereAskedAndShowsItInTheTimes() throws Exception {
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        try (ScriptedServer server = scripts(BUSY, RESET, ANSWER); InferenceClient client = client(server, "2")) {
            assertThat(client.infer(QUESTION, recorder).text()).isEqualTo("4");

            assertThat(server.requests()).hasSize(3);
            assertThat(client.describe().details()).containsEntry("retries", "2");
        }
        ResponseTimeline timeline = recorder.finish(System.nanoTime());
        assertThat(timeline.isOrdered()).isTrue();
        assertThat(timeline.dispatch().retries()).isEqualTo(2);
        assertThat(timeline.sentNanos().orElseThrow())
                .isGreaterThanOrEqualTo(timeline.dispatch().lastTryNanos().orElseThrow());
        TimeParts parts = TimeParts.of(timeline);
        assertThat(parts.retryingNanos().orElseThrow()).as("two waits of at least 250 and 500 ms")
                .isGreaterThanOrEqualTo(750_000_000);
        assertThat(parts.totalNanos()).isEqualTo(timeline.endNanos() - timeline.intendedStartNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", ""})
    void triesOnceUnlessAsked(String retries) throws Exception {
        try (ScriptedServer server = scripts(BUSY, ANSWER); InferenceClient client = client(server, retries)) {
            InferenceException failure = failure(client);

            assertThat(failure).hasMessageContaining("HTTP 503").hasMessageNotContaining("retr");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void givesUpAfterAsManyAsAskedAndSaysSo() throws Exception {
        try (ScriptedServer server = scripts(BUSY, BUSY, ANSWER); InferenceClient client = client(server, "1")) {
            InferenceException failure = failure(client);

            assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
            assertThat(failure).hasMessageContaining("busy").hasMessageEndingWith("(after 1 retry)");
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void doesNotTryAgainWhatWouldFailAgainOrHadBegun() throws Exception {
        ScriptedServer.Script wrong = (request, reply) -> reply.send(400, "text/plain", "no such field");
        ScriptedServer.Script half = (request, reply) -> {
            reply.beginStream();
            reply.close();
        };
        for (ScriptedServer.Script script : new ScriptedServer.Script[]{wrong, half}) {
            try (ScriptedServer server = scripts(script, ANSWER); InferenceClient client = client(server, "3")) {
                failure(client);
                assertThat(server.requests()).hasSize(1);
            }
        }
    }

    @Test
    void refusesANumberThatIsNone() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> client("http://127.0.0.1:1", "-1"))
                .withMessageContaining("retries");
    }

    private static InferenceException failure(InferenceClient client) {
        return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, new RecordedSink()));
    }

    /** Answers each request by the next script. */
    private static ScriptedServer scripts(ScriptedServer.Script... scripts) throws Exception {
        Iterator<ScriptedServer.Script> next = Arrays.asList(scripts).iterator();
        return ScriptedServer.start((request, reply) -> next.next().answer(request, reply));
    }

    private static InferenceClient client(ScriptedServer server, String retries) {
        return client(server.baseUrl(), retries);
    }

    private static InferenceClient client(String address, String retries) {
        Map<String, String> parameters = retries.isEmpty() ? Map.of() : Map.of("retries", retries);
        return Plugins.builder("client", InferenceClientProvider.class).build().require("openai")
                .create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(address)),
                        Parameters.of("client openai", parameters), Map.of(), 7));
    }
}
