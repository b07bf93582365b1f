package dev.ipw.inference.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Specify what every client of a served model does, whatever its API. A test of one client extends it and says how its server
 * speaks.
 */
@Tag("real-time")
public abstract class ClientContract extends ClientFailureContract {
    private static final String KEY = "sk-secret-0815";

    /** Write a whole answer, with 12 tokens in and 3 out. */
    protected abstract String whole(String text);

    /** Write a list of models. */
    protected abstract String models(List<String> names);

    @Test
    void streamsAnAnswer() throws Exception {
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        try (ScriptedServer server = streaming("Fo", "ur", "."); InferenceClient client = client(server)) {
            InferenceResponse response = client.infer(QUESTION, recorder);

            assertThat(response.text()).isEqualTo("Four.").isEqualTo(recorder.answer());
            assertThat(response.finishReason()).isPresent();
            assertThat(response.usage()).isEqualTo(TokenUsage.server(12, 3));
            assertThat(asksForAStream(server.requests().getFirst())).isTrue();
            assertThat(server.requests().getFirst().headers()).containsEntry("accept-encoding", "identity");
        }
        ResponseTimeline timeline = recorder.finish(System.nanoTime());
        List<Long> moments = new ArrayList<>(List.of(timeline.intendedStartNanos(),
                timeline.sentNanos().getAsLong(), timeline.firstByteNanos().getAsLong()));
        Arrays.stream(timeline.chunkNanos()).forEach(moments::add);
        moments.add(timeline.endNanos());
        assertThat(moments).isSorted().hasSize(7);
        assertThat(timeline.firstVisibleTokenNanos()).hasValue(timeline.chunkNanos()[0]);
    }

    @Test
    void readsAWholeAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", whole("Four.")));
                InferenceClient client = client(server, Map.of("stream", "false"))) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(response.text()).isEqualTo("Four.");
            assertThat(response.finishReason()).isPresent();
            assertThat(response.usage()).isEqualTo(TokenUsage.server(12, 3));
            assertThat(sink.kinds()).containsExactly(ChunkKind.ANSWER, ChunkKind.USAGE);
            assertThat(asksForAStream(server.requests().getFirst())).isFalse();
        }
    }

    /** Servers in Python write numbers that JSON has not, mostly among the probabilities of tokens. */
    @Test
    void readsAnAnswerWithNumbersThatAreNoneInFieldsThatNobodyReads() throws Exception {
        String unread = "{\"unread\":[NaN,-Infinity,{\"probability\":Infinity}]," + whole("Four.").strip().substring(1);
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", unread));
                InferenceClient client = client(server, Map.of("stream", "false"))) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(response.text()).isEqualTo("Four.");
            assertThat(response.usage()).isEqualTo(TokenUsage.server(12, 3));
        }
    }

    @Test
    void believesNoZeroOfAServerThatReportsNothingElse() throws Exception {
        String zeros = whole("Four.").replaceAll(":\\s*(12|3|15)\\b", ":0");
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", zeros));
                InferenceClient client = client(server, Map.of("stream", "false"))) {
            assertThat(client.infer(QUESTION, sink).usage())
                    .isEqualTo(TokenUsage.absent().withFlags(Set.of(ResponseFlag.NO_INPUT)));
        }
    }

    @Test
    void readsAWholeAnswerWhereItAskedForAStream() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", whole("Four.")));
                InferenceClient client = client(server)) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("Four.");
        }
    }

    @Test
    void readsAStreamThatIsSplitAnywhere() throws Exception {
        byte[] stream = (opening() + piece("Grüße 🙂") + ending(3)).getBytes(StandardCharsets.UTF_8);
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            int at = Integer.parseInt(request.body().replaceFirst("(?s).*#(\\d+)#.*", "$1"));
            reply.beginStream(streamType());
            reply.chunk(Arrays.copyOf(stream, at));
            reply.chunk(Arrays.copyOfRange(stream, at, stream.length));
            reply.endStream();
        }); InferenceClient client = client(server)) {
            for (int at = 1; at < stream.length; at++) {
                InferenceRequest cut = InferenceRequest.ofPrompt("#" + at + "#", GenerationOptions.defaults());
                assertThat(client.infer(cut, new RecordedSink()).text()).isEqualTo("Grüße 🙂");
            }
        }
    }

    @Test
    void usesAConnectionAgain() throws Exception {
        try (ScriptedServer server = streaming("4"); InferenceClient client = client(server)) {
            for (int i = 0; i < 5; i++) {
                client.infer(QUESTION, sink);
            }
            assertThat(server.requests()).hasSize(5);
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void tellsWhatAConnectionTookToTheRequestThatItWasSetUpFor() throws Exception {
        try (ScriptedServer server = streaming("4"); InferenceClient client = client(server)) {
            List<ResponseTimeline> timelines = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
                client.infer(QUESTION, recorder);
                timelines.add(recorder.finish(System.nanoTime()));
            }
            ResponseTimeline first = timelines.getFirst();
            long setup = first.dispatch().connection().orElseThrow().totalNanos();
            assertThat(setup).isPositive()
                    .isLessThanOrEqualTo(first.sentNanos().getAsLong() - first.intendedStartNanos());
            assertThat(timelines.getLast().dispatch().connection()).isEmpty();
        }
    }

    @Test
    void refusesAParameterThatItDoesNotKnowAndNamesTheNearest() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("http://127.0.0.1:1", Map.of("temprature", "1")))
                .withMessageContaining("'temprature'").withMessageContaining("'temperature'");
    }

    @Test
    void refusesAValueThatCannotBeSent() {
        Map<String, String> wrong = Map.of("max_tokens", "0", "top_p", "2", "idle_timeout", "soon", "body.model", "x",
                "stream", "maybe", "serving_host", "moon", "api_key", " ");
        wrong.forEach((key, value) -> assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("http://127.0.0.1:1", Map.of(key, value)))
                .withMessageContaining(key.replace("body.", "")));
    }

    @Test
    void sendsAFurtherFieldOfTheBodyAndLeavesOneOut() throws Exception {
        try (ScriptedServer server = streaming("4");
                InferenceClient client = client(server, Map.of("body.user", "me", "body.extra", "{\"a\":[1]}"))) {
            client.infer(QUESTION, sink);

            JsonNode body = Json.parse(server.requests().getFirst().body());
            assertThat(body.path("user").textValue()).isEqualTo("me");
            assertThat(Json.write(body.path("extra"))).isEqualTo("{\"a\":[1]}");
        }
        GenerationOptions options = new GenerationOptions(GenerationOptions.defaults().temperature(),
                GenerationOptions.defaults().topP(), GenerationOptions.defaults().maxTokens(),
                GenerationOptions.defaults().seed(), List.of(), Map.of("user", "\"you\""));
        try (ScriptedServer server = streaming("4");
                InferenceClient client = client(server, Map.of("body.user", "null"))) {
            client.infer(InferenceRequest.ofPrompt("q", options), sink);

            assertThat(Json.parse(server.requests().getFirst().body()).has("user")).isFalse();
        }
    }

    @Test
    void showsItsKeyNowhere() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(400, "text/plain", "your key is " + KEY));
                InferenceClient client = client(server, Map.of("api_key", KEY))) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(server.requests().getFirst().headers().values()).anyMatch(value -> value.endsWith(KEY));
            assertThat(failure.toString() + client + client.describe()).doesNotContain(KEY);
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("http://127.0.0.1:1", Map.of("api_key", "sk\nsecret")))
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @Test
    void takesItsKeyFromTheEnvironment() throws Exception {
        try (ScriptedServer server = streaming("4");
                InferenceClient client = create(server.rootUrl(), Map.of(), Map.of(keyVariable(), KEY))) {
            client.infer(QUESTION, sink);
            assertThat(server.requests().getFirst().headers().values()).anyMatch(value -> value.endsWith(KEY));
        }
    }

    @Test
    void checksThatTheServerHasTheModel() throws Exception {
        try (ScriptedServer server = listing("other-a", "m", "other-b"); InferenceClient client = client(server)) {
            assertThatCode(client::check).doesNotThrowAnyException();
        }
        try (ScriptedServer server = listing("m1", "other");
                InferenceClient client = client(server);
                InferenceClient careless = client(server, Map.of("check_model", "false"))) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("no model 'm'").withMessageContaining("m1, ")
                    .withMessageContaining("other")
                    .withMessageContaining("check_model=false");
            assertThatCode(careless::check).doesNotThrowAnyException();
        }
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "text/html", "<html></html>"));
                InferenceClient client = client(server)) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("web page");
        }
    }

    @Test
    void demandsAModelAndNamesThoseThatTheServerOffers() throws IOException {
        String plain = demanded("http://127.0.0.1:1");
        assertThat(plain).contains("needs a model", "http://127.0.0.1:1/");
        try (ScriptedServer server = listing("a", "b")) {
            assertThat(demanded("http://" + address(server)))
                    .isEqualTo(plain.replace("127.0.0.1:1/", address(server) + "/") + ": a, b");
        }
        try (ScriptedServer server = listing(IntStream.range(0, 17).mapToObj(number -> "m" + number)
                .toArray(String[]::new))) {
            assertThat(demanded("http://" + address(server))).endsWith(": m0, m1, m2, m3, m4 and 12 more");
        }
        for (String page : List.of("<html>m0</html>", "{\"models\": 1, \"data\": 1}", "[1]", "")) {
            try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/html", page))) {
                assertThat(demanded("http://" + address(server)))
                        .isEqualTo(plain.replace("127.0.0.1:1/", address(server) + "/"));
            }
        }
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(500, "application/json", models(List.of("a"))))) {
            assertThat(demanded("http://" + address(server)))
                    .isEqualTo(plain.replace("127.0.0.1:1/", address(server) + "/"));
        }
    }

    private static String address(ScriptedServer server) {
        return "127.0.0.1:" + server.port();
    }

    private String demanded(String url) {
        ClientOptions options = new ClientOptions(Optional.empty(), Optional.of(URI.create(url)),
                Parameters.none("client " + id()), Map.of());
        return String.valueOf(catchThrowableOfType(ConfigurationException.class, () -> provider().create(options))
                .getMessage()).replace(": models/", ": ").replace(", models/", ", ");
    }

    @Test
    void describesItself() {
        InferenceClient client = create("http://127.0.0.1:1", Map.of());

        assertThat(client.describe().id()).isEqualTo(id());
        assertThat(client.describe().model()).isEqualTo("m");
        assertThat(client.describe().servingHost()).isEqualTo(ServingHost.LOCAL);
        assertThat(client.describe().details()).containsEntry("stream", "true");
        assertThat(client.toString()).contains(id(), "127.0.0.1:1");
    }

    private ScriptedServer streaming(String... texts) throws IOException {
        return ScriptedServer.start((request, reply) -> {
            reply.beginStream(streamType());
            if (!opening().isEmpty()) {
                reply.chunk(opening());
            }
            for (String text : texts) {
                reply.chunk(piece(text));
            }
            reply.endStream(ending(3));
        });
    }

    private ScriptedServer listing(String... names) throws IOException {
        String list = models(List.of(names));
        return ScriptedServer.start((request, reply) -> reply.send(200, "application/json", list));
    }
}
