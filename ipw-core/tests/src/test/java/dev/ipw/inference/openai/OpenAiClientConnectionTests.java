package dev.ipw.inference.openai;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class OpenAiClientConnectionTests {
    private static final String FINISH = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    private final RecordedSink sink = new RecordedSink();

    @Test
    void usesAConnectionAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (request.body().contains("bad")) {
                reply.send(400, "application/json", "{\"error\":{\"message\":\"no\"}}");
            } else {
                reply.stream(content("4"), FINISH, "[DONE]");
            }
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            for (int i = 0; i < 10; i++) {
                client.infer(QUESTION, sink);
                try {
                    client.infer(InferenceRequest.ofPrompt("bad", GenerationOptions.defaults()), sink);
                } catch (InferenceException expected) {
                    assertThat(expected).hasMessageContaining("400");
                }
            }
            assertThat(server.requests()).hasSize(20);
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void servesManyStreamsAtOnce() throws Exception {
        int streams = 64;
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            String question = text(request.body());
            reply.beginStream();
            for (String word : question.split("(?<= )")) {
                reply.event(content(word));
            }
            reply.event(FINISH);
            reply.endStream();
        });
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                String question = "stream " + i + " says ".repeat(10);
                answers.add(threads.submit(() -> client
                        .infer(InferenceRequest.ofPrompt(question, GenerationOptions.defaults()), new RecordedSink())
                        .text()));
            }
            for (int i = 0; i < streams; i++) {
                assertThat(answers.get(i).get()).isEqualTo("stream " + i + " says ".repeat(10));
            }
        }
    }

    private static String text(String body) {
        try {
            return Json.parse(body).path("messages").path(0).path("content").asText();
        } catch (JsonSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String content(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + Json.write(Json.fromPlain(text)) + "}}]}";
    }
}
