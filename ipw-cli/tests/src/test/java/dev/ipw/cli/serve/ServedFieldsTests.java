package dev.ipw.cli.serve;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Asks the embedded model behind the server for what the project's own clients do not ask. */
@Tag("real-time")
class ServedFieldsTests {
    private static final Map<String, String> ASKED = Map.of(
            "/v1/chat/completions", "\"messages\":[{\"role\":\"user\",\"content\":\"417+58\"}]",
            "/v1/responses", "\"input\":\"417+58\"",
            "/v1/messages", "\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"417+58\"}]",
            "/v1/messages/count_tokens", "\"messages\":[{\"role\":\"user\",\"content\":\"417+58\"}]",
            "/api/chat", "\"stream\":false,\"messages\":[{\"role\":\"user\",\"content\":\"417+58\"}]",
            "/api/generate", "\"stream\":false,\"prompt\":\"417+58\"");

    private static InferenceClient embedded;
    private static ChatServer server;

    @BeforeAll
    static void start() {
        embedded = Plugins.builder("client", InferenceClientProvider.class).build().require("embedded").create(
                new ClientOptions(Optional.of("small"), Optional.empty(), Parameters.none("embedded"), Map.of()));
        server = ChatServer.start(embedded, 0);
    }

    @AfterAll
    static void stop() {
        server.close();
        embedded.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
            "/v1/chat/completions; tools; [{}]", "/v1/chat/completions; tool_choice; 'required'",
            "/v1/chat/completions; response_format; {'type':'json_object'}", "/v1/chat/completions; n; 0",
            "/v1/chat/completions; n; 129", "/v1/chat/completions; stop; ['']", "/v1/chat/completions; stop; 3",
            "/v1/chat/completions; top_p; 0", "/v1/chat/completions; top_logprobs; 2",
            "/v1/chat/completions; logprobs; 'yes'", "/v1/chat/completions; presence_penalty; 1",
            "/v1/chat/completions; logit_bias; {'1':2}", "/v1/chat/completions; functions; [{}]",
            "/v1/chat/completions; store; true", "/v1/chat/completions; any_new_field; 1",
            "/v1/responses; tools; [{}]", "/v1/responses; previous_response_id; 'resp_1'",
            "/v1/responses; store; true", "/v1/responses; background; true",
            "/v1/responses; truncation; 'disabled'", "/v1/responses; include; ['reasoning.encrypted_content']",
            "/v1/responses; reasoning; {'effort':'low'}", "/v1/responses; stop; 'x'",
            "/v1/messages; tools; [{}]", "/v1/messages; tool_choice; {'type':'any'}", "/v1/messages; top_k; 1",
            "/v1/messages; thinking; {'type':'adaptive'}", "/v1/messages; stop_sequences; [1]",
            "/v1/messages; container; 'x'", "/v1/messages/count_tokens; tools; [{}]",
            "/api/chat; tools; [{}]", "/api/chat; format; 'json'", "/api/chat; think; 'high'",
            "/api/chat; keep_alive; 0", "/api/chat; keep_alive; '0s'", "/api/chat; top_logprobs; 2",
            "/api/generate; raw; true", "/api/generate; suffix; 'x'", "/api/generate; template; 'x'",
            "/api/generate; images; ['eA==']", "/api/generate; context; [1]"})
    void refusesWhatItDoesNotDoAndNamesTheField(String path, String field, String value) throws IOException {
        Reply reply = post(path, ", \"" + field + "\":" + value.replace('\'', '"'));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.message()).contains("'" + field);
        if (path.startsWith("/v1/chat") || path.startsWith("/v1/responses")) {
            assertThat(reply.tree().child("error").text("param")).startsWith(field);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"/api/chat; num_ctx; 4096", "/api/generate; top_k; 3",
            "/api/chat; num_predict; 0", "/api/chat; temperature; -1"})
    void refusesOptionsOfOllama(String path, String option, String value) throws IOException {
        Reply reply = post(path, ", \"options\":{\"" + option + "\":" + value + "}");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.message()).contains("'options." + option);
    }

    @ParameterizedTest
    @CsvSource({"/v1/chat/completions", "/v1/responses", "/v1/messages", "/api/chat", "/api/generate"})
    void refusesAnUnknownModelAndABrokenBodyInTheFormOfItsProtocol(String path) throws IOException {
        Reply unknown = send(path, "{\"model\":\"huge\"," + ASKED.get(path) + "}");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.message()).contains("huge", "small");

        Reply broken = send(path, "{\"model\":");
        assertThat(broken.status()).isEqualTo(400);
        assertThat(broken.message()).contains("JSON");
    }

    @Test
    void drawsSeveralAnswersAndCountsAll() throws IOException {
        TreeReader answer = post("/v1/chat/completions", ",\"n\":8,\"temperature\":5,\"seed\":3").tree();
        List<String> texts = answer.children("choices").stream().map(choice -> choice.child("message").text("content"))
                .toList();

        assertThat(texts).hasSize(8);
        assertThat(texts.stream().distinct().count()).isGreaterThan(1);
        assertThat(answer.children("choices").stream().map(choice -> choice.whole("index")))
                .containsExactlyElementsOf(IntStream.range(0, 8).mapToObj(Long::valueOf).toList());
        TreeReader usage = answer.child("usage");
        assertThat(usage.whole("prompt_tokens")).isEqualTo(8);
        long ends = answer.children("choices").stream().filter(choice -> choice.text("finish_reason").equals("stop"))
                .count();
        assertThat(usage.whole("completion_tokens")).isEqualTo(String.join("", texts).length() + ends);
        assertThat(post("/v1/chat/completions", ",\"n\":8,\"temperature\":5,\"seed\":3").tree().children("choices")
                .stream().map(choice -> choice.child("message").text("content")).toList()).isEqualTo(texts);
    }

    /** As vLLM does, whose client asks for it. */
    @Test
    void countsTokensAlongWithTheChunks() throws IOException {
        Reply reply = post("/v1/chat/completions",
                ",\"stream\":true,\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}");

        List<Long> counted = reply.body().lines().filter(line -> line.startsWith("data: {"))
                .map(line -> TreeReader.ofJson("chunk", line.substring("data: ".length())).child("usage"))
                .map(usage -> usage.whole("completion_tokens")).toList();
        assertThat(counted).isSorted().startsWith(0L, 1L);
        assertThat(reply.body()).doesNotContain("\"logprobs\":{");
    }

    @Test
    void streamsSeveralAnswersByTheirIndex() throws IOException {
        Reply reply = post("/v1/chat/completions",
                ",\"n\":2,\"stream\":true,\"stream_options\":{\"include_usage\":true}");

        Map<Long, String> texts = new HashMap<>();
        reply.body().lines().filter(line -> line.startsWith("data: {"))
                .map(line -> TreeReader.ofJson("chunk", line.substring("data: ".length())))
                .flatMap(chunk -> chunk.children("choices").stream())
                .forEach(choice -> texts.merge(choice.whole("index"),
                        choice.child("delta").optionalText("content").orElse(""), String::concat));
        String whole = post("/v1/chat/completions", "").tree().children("choices").getFirst().child("message")
                .text("content");
        assertThat(texts).isEqualTo(Map.of(0L, whole, 1L, whole));
        assertThat(reply.body()).contains("\"usage\":{\"prompt_tokens\":8,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"/v1/chat/completions; ,\"logprobs\":true,\"top_logprobs\":15",
            "/v1/responses; ,\"include\":[\"message.output_text.logprobs\"],\"top_logprobs\":15",
            "/api/chat; ,\"logprobs\":true,\"top_logprobs\":15",
            "/api/generate; ,\"logprobs\":true,\"top_logprobs\":15"})
    void givesTheProbabilitiesOfTheModel(String path, String more) throws IOException {
        TreeReader answer = post(path, more).tree();
        List<TreeReader> tokens;
        String text;
        switch (path) {
            case "/v1/chat/completions" -> {
                TreeReader choice = answer.children("choices").getFirst();
                tokens = choice.child("logprobs").children("content");
                text = choice.child("message").text("content");
            }
            case "/v1/responses" -> {
                TreeReader part = answer.children("output").getFirst().children("content").getFirst();
                tokens = part.children("logprobs");
                text = part.text("text");
            }
            case "/api/chat" -> {
                tokens = answer.children("logprobs");
                text = answer.child("message").text("content");
            }
            default -> {
                tokens = answer.children("logprobs");
                text = answer.text("response");
            }
        }

        assertThat(text).isNotEmpty();
        assertThat(tokens.stream().map(token -> token.text("token")).reduce("", String::concat)).isEqualTo(text);
        for (TreeReader token : tokens) {
            List<TreeReader> likeliest = token.children("top_logprobs");
            // Greedy: the answer's token is the likeliest, and the 15 characters are all there are.
            assertThat(likeliest).hasSize(15);
            assertThat(likeliest.getFirst().text("token")).isEqualTo(token.text("token"));
            assertThat(likeliest.stream().mapToDouble(one -> Math.exp(one.real("logprob"))).sum())
                    .isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void countsTheTokensOfAPrompt() throws IOException {
        assertThat(post("/v1/messages/count_tokens", "").tree().whole("input_tokens")).isEqualTo(8);
    }

    @Test
    void describesItsModelInEachProtocol() throws IOException {
        assertThat(get("/v1/models/small").tree().text("id")).isEqualTo("small");
        assertThat(get("/v1/models/huge").status()).isEqualTo(404);
        assertThat(get("/v1/models").tree().children("data").getFirst().text("display_name")).isEqualTo("small");
        assertThat(get("/api/tags").tree().children("models").getFirst().text("name")).isEqualTo("small");
        assertThat(get("/api/version").tree().text("version")).isNotBlank();
        assertThat(send("/api/show", "{\"model\":\"small\"}").tree().child("model_info").text("general.name"))
                .isEqualTo("small");
        assertThat(send("/api/show", "{\"model\":\"huge\"}").message()).contains("huge");
    }

    @Test
    void namesTheStopSequenceThatEndedAMessage() throws IOException {
        String first = post("/v1/messages", "").tree().children("content").getFirst().text("text").substring(0, 1);
        TreeReader message = post("/v1/messages", ",\"stop_sequences\":[\"x\",\"" + first + "\"]").tree();

        assertThat(message.text("stop_reason")).isEqualTo("stop_sequence");
        assertThat(message.text("stop_sequence")).isEqualTo(first);
        assertThat(message.children("content").getFirst().text("text")).isEmpty();
        assertThat(message.child("usage").whole("output_tokens")).isEqualTo(1);
    }

    private static Reply post(String path, String more) throws IOException {
        return send(path, "{\"model\":\"small\"," + ASKED.get(path) + more + "}");
    }

    private static Reply send(String path, String body) throws IOException {
        HttpURLConnection connection = connect(path);
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        return Reply.of(path, connection);
    }

    private static Reply get(String path) throws IOException {
        return Reply.of(path, connect(path));
    }

    private static HttpURLConnection connect(String path) throws IOException {
        return (HttpURLConnection) server.baseUrl().resolve(URI.create(path)).toURL().openConnection();
    }

    private record Reply(String path, int status, String body) {
        static Reply of(String path, HttpURLConnection connection) throws IOException {
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Reply(path, status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }

        TreeReader tree() {
            return TreeReader.ofJson(path, body);
        }

        /** Return the message of an error in the protocol's own form. */
        String message() {
            if (path.startsWith("/api/")) {
                return tree().text("error");
            }
            assertThat(tree().optionalText("type")).isEqualTo(
                    path.startsWith("/v1/messages") ? Optional.of("error") : Optional.empty());
            return tree().child("error").text("message");
        }
    }
}
