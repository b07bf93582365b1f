package dev.ipw.agents.proxy;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks as Google's clients of Gemini do. */
class GenerateContentThroughProxyTests {
    private static final String QUESTION = "{\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},\"contents\":["
            + "{\"role\":\"user\",\"parts\":[{\"text\":\"2+2?\"}]},"
            + "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"look\",\"args\":{\"at\":1}}}]},"
            + "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"name\":\"look\",\"response\":{\"output\":\"4\"}}}]}]}";

    @Test
    void keepsAStreamWithItsToolsThoughtsAndCounts() throws Exception {
        String[] pieces = {
                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hm\",\"thought\":true}]}}],\"modelVersion\":\"g-1\","
                        + "\"usageMetadata\":{\"promptTokenCount\":12,\"thoughtsTokenCount\":2,\"totalTokenCount\":14}}\n\n",
                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Four.\"}]}}]}\n\n",
                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"id\":\"c1\",\"name\":\"look\","
                        + "\"args\":{\"at\":1}}}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":12,"
                        + "\"candidatesTokenCount\":3,\"thoughtsTokenCount\":2,\"totalTokenCount\":17}}\n\n"};
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(List.of(pieces)));
                RecordedCalls proxy = new RecordedCalls(server.address() + "/v1", Optional.of("the-server's-key"))) {
            HttpResponse<String> response = ask(proxy, "/v1beta/models/g:streamGenerateContent?alt=sse");

            assertThat(response.body()).isEqualTo(String.join("", pieces));
            assertThat(server.requests().getFirst().path())
                    .isEqualTo("/v1beta/models/g:streamGenerateContent?alt=sse");
            assertThat(server.requests().getFirst().headers()).containsEntry("x-goog-api-key", "the-server's-key");
            ObservedCall call = proxy.ended().getFirst();
            assertThat(call.failure()).isEmpty();
            assertThat(call.response().text()).isEqualTo("Four.");
            assertThat(call.response().reasoning()).contains("Hm");
            assertThat(call.response().toolCalls()).containsExactly(new ToolCall("c1", "look", "{\"at\":1}"));
            assertThat(call.response().servedModel()).contains("g-1");
            assertThat(call.response().finishReason()).contains("STOP");
            assertThat(call.response().usage().input()).isEqualTo(OptionalLong.of(12));
            assertThat(call.response().usage().output()).isEqualTo(OptionalLong.of(5));
            assertThat(call.response().usage().reasoning()).isEqualTo(OptionalLong.of(2));
            assertThat(call.messages()).extracting(Message::role).containsExactly(Message.Role.SYSTEM,
                    Message.Role.USER, Message.Role.ASSISTANT, Message.Role.TOOL);
            assertThat(call.messages().getLast().parts())
                    .containsExactly(new ContentPart.ToolResult("", "look", "{\"output\":\"4\"}", false));
        }
    }

    @Test
    void keepsAWholeAnswerAndPassesCountingOn() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200, "application/json",
                request.path().endsWith(":countTokens")
                        ? "{\"totalTokens\":12}"
                        : "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Four.\"}]},\"finishReason\":\"STOP\"}],"
                                + "\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":3}}"));
                RecordedCalls proxy = new RecordedCalls(server.address() + "/v1beta/models", Optional.empty())) {
            assertThat(ask(proxy, "/v1beta/models/g:countTokens").statusCode()).isEqualTo(200);
            assertThat(ask(proxy, "/v1beta/models/g:generateContent").statusCode()).isEqualTo(200);

            assertThat(server.requests().getLast().headers()).doesNotContainKey("x-goog-api-key");
            assertThat(proxy.ended()).hasSize(1);
            assertThat(proxy.ended().getFirst().response().text()).isEqualTo("Four.");
            assertThat(proxy.ended().getFirst().response().usage().output()).isEqualTo(OptionalLong.of(3));
            assertThat(proxy.task().passedOnRequests()).isEqualTo(1);
        }
    }

    private static HttpResponse<String> ask(RecordedCalls proxy, String path)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return http.send(HttpRequest.newBuilder(URI.create(proxy.address() + path))
                    .header("x-goog-api-key", proxy.key()).POST(BodyPublishers.ofString(QUESTION)).build(),
                    BodyHandlers.ofString());
        }
    }
}
