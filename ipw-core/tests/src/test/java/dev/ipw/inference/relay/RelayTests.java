package dev.ipw.inference.relay;

import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever fails beside the passing of bytes, the client gets them. */
class RelayTests {
    private static final String PIECE = "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ü\"}}]}\n\n";
    private static final String END = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n";
    private static final String ASKED = "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}";

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The method of a receiver that fails. */
    enum Failing {
        NONE, START, START_BY_ERROR, SINK, SENT, FIRST_BYTE, CHUNK, ENDED_STREAM, RESPONDED, HEADERS, EDITOR, EDIT,
        COUNTED, ENDED, ABANDONED
    }

    @ParameterizedTest
    @EnumSource
    void passesAllBytesOnWhateverOfAReceiverFails(Failing failing) throws Exception {
        Receiver receiver = new Receiver(failing);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(List.of(PIECE, END)));
                Started relay = start(server, receiver)) {
            for (int i = 1; i <= 2; i++) {
                assertThat(post(relay.port(), ASKED).body()).isEqualTo(PIECE + END);
            }
            assertThat(post(relay.port(), ASKED).statusCode()).isEqualTo(200);
            long failed = failing == Failing.NONE ? 0 : 3;
            // An answer is complete before its end is reported.
            if (failing == Failing.NONE) {
                assertThat(receiver.outcomes.take().failure()).isEmpty();
            } else if (failing != Failing.START) {
                IntStream.range(0, 3).forEach(each -> receiver.awaitAbandoned());
            }
            assertThat(relay.relay().failedReceivers()).isEqualTo(failed);
        }
    }

    @Test
    void editsLinesAndWholeBodiesAndKeepsTheRest() throws Exception {
        String whole = "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}";
        Receiver receiver = new Receiver(Failing.NONE);
        receiver.isEditing = true;
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (request.body().contains("true")) {
                reply.stream(List.of(PIECE.substring(0, 9), PIECE.substring(9) + END));
            } else {
                reply.send(200, "application/json", whole);
            }
        }); Started relay = start(server, receiver)) {
            assertThat(post(relay.port(), ASKED).body()).isEqualTo((PIECE + END).replace("\n", "!\n"));
            assertThat(receiver.outcomes.take().answer().orElseThrow().text()).isEqualTo("ü");
            assertThat(post(relay.port(), "{\"model\":\"m\"}").body()).isEqualTo(whole + "!");
            assertThat(receiver.outcomes.take().answer().orElseThrow().text()).isEqualTo("x");
        }
    }

    @Test
    void reportsCountsBeforeAndAfterAnAnswer() throws Exception {
        Receiver receiver = new Receiver(Failing.NONE);
        String start = "data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":7,"
                + "\"cache_read_input_tokens\":5}}}\n\n";
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(start);
            reply.close();
        }); Started relay = start(server, receiver)) {
            HttpRequest request = HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + relay.port() + "/v1/messages"))
                    .POST(BodyPublishers.ofString("{\"stream\":true}")).build();
            http.sendAsync(request, BodyHandlers.ofString()).exceptionally(torn -> null).join();

            CallOutcome outcome = receiver.outcomes.take();
            assertThat(receiver.counted.take().input()).hasValue(12);
            assertThat(outcome.usage().input()).hasValue(12);
            assertThat(outcome.usage().cachedInput()).hasValue(5);
            assertThat(outcome.usage().output()).isEmpty();
            assertThat(outcome.failure()).isPresent();
            assertThat(outcome.status()).hasValue(200);
        }
    }

    private HttpResponse<String> post(int port, String body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                .POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private record Started(int port, Relay relay) implements AutoCloseable {
        @Override
        public void close() {
            relay.close();
        }
    }

    private static Started start(ModelServerScript server, Receiver receiver) throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new Started(socket.getLocalPort(), Relay.start(socket,
                RelaySettings.patient("relay", "client", ServingLimits.DEFAULT, false), new SocketTransport(),
                (head, client) -> new Decision.Pass(new Passed(URI.create(server.address()), receiver))));
    }

    /** A request that goes to the server with everything that its client sent. */
    private record Passed(URI server, Receiver receiver) implements AdmittedRequest {
        @Override
        public ModelServer server(ClientRequest request) {
            return new ModelServer(new ServerAddress(server), Optional.empty(), Map.of(), "", "");
        }

        @Override
        public URI address(ClientRequest request) {
            return server.resolve(request.wholePath());
        }

        @Override
        public Map<String, String> headers(ClientRequest request) {
            return request.headersToPass();
        }

        @Override
        public Optional<CallReceiver> call(ClientRequest request, CallProtocol protocol, AskedBody asked) {
            receiver.fail(Failing.START);
            return Optional.of(receiver);
        }
    }

    /** A receiver that keeps what it gets, and one of whose methods fails. */
    private static final class Receiver implements CallReceiver, ResponseSink {
        private final Failing failing;
        private final BlockingQueue<CallOutcome> outcomes = new LinkedBlockingQueue<>();
        private final BlockingQueue<TokenUsage> counted = new LinkedBlockingQueue<>();
        private final BlockingQueue<Boolean> abandoned = new LinkedBlockingQueue<>();
        private boolean isEditing;

        Receiver(Failing failing) {
            this.failing = failing;
        }

        private void fail(Failing here) {
            if (failing == Failing.START_BY_ERROR && here == Failing.SENT) {
                throw new StackOverflowError();
            }
            if (failing == here || (failing == Failing.ABANDONED && here == Failing.CHUNK)) {
                throw new IllegalStateException("made to fail");
            }
        }

        void awaitAbandoned() {
            try {
                abandoned.take();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        }

        @Override
        public ResponseSink sink() {
            fail(Failing.SINK);
            return this;
        }

        @Override
        public void sent(long nanos) {
            fail(Failing.SENT);
        }

        @Override
        public void firstByte(long nanos) {
            fail(Failing.FIRST_BYTE);
        }

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            fail(Failing.CHUNK);
        }

        @Override
        public void ended(long nanos) {
            fail(Failing.ENDED_STREAM);
        }

        @Override
        public void responded(WireResponse response) {
            fail(Failing.RESPONDED);
        }

        @Override
        public Map<String, String> addedHeaders() {
            fail(Failing.HEADERS);
            return Map.of("x-added", "1");
        }

        @Override
        public Optional<BodyEditor> editor(WireResponse response) {
            fail(Failing.EDITOR);
            boolean isEvents = response.header("content-type").orElse("").contains("event-stream");
            return Optional.of(new BodyEditor() {
                @Override
                public boolean isOfLines() {
                    return isEvents;
                }

                @Override
                public byte[] edit(byte[] part) {
                    fail(Failing.EDIT);
                    String text = new String(part, StandardCharsets.UTF_8);
                    String edited = isEvents ? text.replace("\n", "!\n") : text + "!";
                    return isEditing ? edited.getBytes(StandardCharsets.UTF_8) : part;
                }
            });
        }

        @Override
        public void counted(TokenUsage usage) {
            fail(Failing.COUNTED);
            counted.add(usage);
        }

        @Override
        public void ended(CallOutcome outcome) {
            fail(Failing.ENDED);
            outcomes.add(outcome);
        }

        @Override
        public void abandoned() {
            abandoned.add(true);
            if (failing == Failing.ABANDONED) {
                throw new IllegalStateException("made to fail");
            }
        }
    }
}
