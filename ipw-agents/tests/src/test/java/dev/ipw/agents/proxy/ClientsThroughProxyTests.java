package dev.ipw.agents.proxy;

import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.ToolCall;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.ModelServerScript.Script;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Our own clients see the same through the proxy as without it, and the proxy records what they see. */
class ClientsThroughProxyTests {
    private static final String KEY = "sk-some-key-of-a-server";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    @ParameterizedTest
    @EnumSource
    void giveTheSameAnswer(Speech speech) throws Exception {
        String stream = speech.opening() + speech.piece("Fo") + speech.piece("ür 🙂") + speech.toolCall();
        compare(speech, (request, reply) -> reply.stream(List.of(stream, speech.ending())));
        compare(speech, (request, reply) -> reply.send(200, "application/json", speech.whole("Four.")));
    }

    @ParameterizedTest
    @EnumSource
    void tellTheReplicaThatTheResponseNames(Speech speech) throws Exception {
        byte[] stream = (speech.opening() + speech.piece("Four.") + speech.ending()).getBytes(StandardCharsets.UTF_8);
        Optional<String> header = Optional.of("x-served-by");
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Served-By: replica-b\r\nContent-Length: "
                    + stream.length + "\r\n\r\n");
            reply.raw(stream);
        });
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of(KEY), header);
                InferenceClient client = speech.client(proxy.address(), proxy.key())) {
            TimelineRecorder timeline = new TimelineRecorder(System.nanoTime(), System.nanoTime(), header);
            client.infer(QUESTION, timeline);

            assertThat(timeline.finish(System.nanoTime()).dispatch().replica()).hasValue("replica-b");
            assertThat(proxy.ended()).singleElement().satisfies(
                    call -> assertThat(call.timeline().dispatch().replica()).hasValue("replica-b"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readAStreamThatIsSplitAnywhere(Speech speech) throws Exception {
        byte[] stream = (speech.opening() + speech.piece("Grüße 🙂") + speech.ending())
                .getBytes(StandardCharsets.UTF_8);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            int at = Integer.parseInt(request.body().replaceFirst("(?s).*#(\\d+)#.*", "$1"));
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + stream.length
                    + "\r\n\r\n");
            reply.raw(Arrays.copyOf(stream, at));
            reply.raw(Arrays.copyOfRange(stream, at, stream.length));
        });
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of(KEY));
                InferenceClient client = speech.client(proxy.address(), proxy.key())) {
            for (int at = 1; at < stream.length; at += 7) {
                InferenceRequest cut = InferenceRequest.ofPrompt("#" + at + "#", GenerationOptions.defaults());
                assertThat(client.infer(cut, new TimelineRecorder(System.nanoTime())).text()).isEqualTo("Grüße 🙂");
            }
            assertThat(proxy.ended()).hasSize((stream.length + 5) / 7)
                    .allSatisfy(call -> assertThat(call.response().text()).isEqualTo("Grüße 🙂"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportTheSameFailures(Speech speech) throws Exception {
        for (int status : new int[]{400, 401, 429, 500, 529}) {
            compare(speech,
                    (request, reply) -> reply.send(status, "application/json", "{\"error\":\"out of memory\"}"));
        }
        compare(speech, (request, reply) -> reply.send(200, "text/html", "<html>Hi</html>"));
        compare(speech, (request, reply) -> reply.send(200, "application/json", "It works"));
        compare(speech, (request, reply) -> reply.stream(List.of(speech.opening(), speech.piece("half"),
                speech.error("overloaded"), speech.ending())));
        compare(speech, (request, reply) -> reply.stream(List.of(speech.opening(), speech.piece("half"))));
        compare(speech, (request, reply) -> {
            reply.beginStream();
            reply.chunk(speech.opening() + speech.piece("half"));
            reply.chunk(speech.piece("cut").substring(0, 12));
            reply.close();
        });
        compare(speech, (request, reply) -> reply.close());
    }

    @ParameterizedTest
    @EnumSource
    void areUnderstoodAsTheyAsk(Speech speech) throws Exception {
        List<Message> said = List.of(Message.system("Be brief"), Message.user("Look"),
                Message.assistant("I look", List.of(new ToolCall("c1", "look", "{\"at\":1}"))),
                Message.tool(List.of(new ToolResult("c1", "look", "a.txt", false))), Message.user("And?"));
        try (ModelServerScript server = ModelServerScript
                .start((request, reply) -> reply.send(200, "application/json", speech.whole("Four.")));
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of(KEY));
                InferenceClient client = speech.client(proxy.address(), proxy.key())) {
            client.infer(new InferenceRequest(said, GenerationOptions.defaults()),
                    new TimelineRecorder(System.nanoTime()));

            assertThat(proxy.ended().getFirst().messages()).isEqualTo(said);
        }
    }

    private static void compare(Speech speech, Script script) throws Exception {
        try (ModelServerScript server = ModelServerScript.start(script);
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of(KEY));
                InferenceClient direct = speech.client(server.address(), KEY);
                InferenceClient through = speech.client(proxy.address(), proxy.key())) {
            Seen own = Seen.of(direct);
            Seen passed = Seen.of(through);
            ObservedCall recorded = proxy.ended().getFirst();

            // A server that says nothing at all is one that the proxy cannot pass on.
            boolean saidNothing = own.kind().equals("truncated") && own.text().isEmpty();
            assertThat(passed).isEqualTo(saidNothing ? new Seen("http_status", "", Optional.empty()) : own);
            assertThat(new Seen(recorded.failure().map(failure -> failure.kind().label()).orElse("answered"),
                    recorded.response().text(),
                    recorded.failure().isEmpty() ? Optional.of(recorded.response()) : Optional.empty())).isEqualTo(own);
        }
    }

    /** What a client sees of a call. */
    private record Seen(String kind, String text, Optional<InferenceResponse> response) {
        static Seen of(InferenceClient client) throws InterruptedException {
            TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
            try {
                InferenceResponse response = client.infer(QUESTION, recorder);
                return new Seen("answered", response.text(), Optional.of(response));
            } catch (InferenceException failed) {
                return new Seen(failed.kind().label(), recorder.answer(), Optional.empty());
            }
        }
    }
}
