package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("real-time")
class OpenAiClientLimitTests extends OpenAiFailures {
    private static final Duration SHORT = Duration.ofMillis(300);

    @ParameterizedTest
    @ValueSource(strings = {"{\"content\":\"%s\"}", "{\"reasoning\":\"%s\"}",
            "{\"tool_calls\":[{\"function\":{\"arguments\":\"%s\"}}]}"})
    void refusesAnAnswerThatIsTooLongInAll(String delta) throws IOException {
        int pieces = 8;
        String piece = delta.formatted("x".repeat(AnswerText.MAX_CHARACTERS / pieces));
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            for (int i = 0; i < pieces; i++) {
                reply.event("{\"choices\":[{\"delta\":" + piece + "}]}");
            }
            reply.event("{\"choices\":[{\"delta\":{\"content\":\"y\"}}]}");
            reply.event("[DONE]");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("4194304").hasMessageContaining("max_tokens");
        assertThat(sink.chunks()).hasSize(pieces);
    }

    @Test
    void refusesAWholeAnswerThatIsTooLong() throws IOException {
        String completion = "{\"choices\":[{\"message\":{\"content\":\"" + "x".repeat(AnswerText.MAX_CHARACTERS + 1)
                + "\"},\"finish_reason\":\"stop\"}]}";
        InferenceException failure = failure((request, reply) -> reply.send(200, "application/json", completion));

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("max_tokens");
    }

    @Test
    void refusesALineThatIsTooLong() throws IOException {
        byte[] part = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            for (int i = 0; i < 5; i++) {
                reply.chunk(part);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void refusesAnEventThatIsTooLarge() throws IOException {
        byte[] line = ("data: " + "x".repeat(1 << 20) + "\n").getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            for (int i = 0; i < 9; i++) {
                reply.chunk(line);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void refusesABodyThatIsTooLarge() throws IOException {
        byte[] part = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
            while (true) {
                reply.raw(part);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void givesUpOnAServerThatAcceptsAndSaysNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.awaitClientLeft());
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").firstByteTimeout(SHORT)
                        .build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.FIRST_BYTE_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("first_byte_timeout");
            server.awaitClientLeft();
        }
    }

    @Test
    void givesUpOnAStreamThatStandsStill() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream("text/event-stream", "data: " + CONTENT + "\n\n");
            reply.awaitClientLeft();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").idleTimeout(SHORT).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.IDLE_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("idle_timeout");
            assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
            server.awaitClientLeft();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void givesUpOnAStreamThatDribbles() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.dribble((byte) ':');
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").totalTimeout(SHORT).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("total_timeout");
            server.awaitClientLeft();
        }
    }

    @Test
    void givesUpOnAHeadThatDribbles() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nX-Long: ");
            while (true) {
                reply.raw("x");
                Thread.sleep(2);
            }
        }, builder -> builder.firstByteTimeout(SHORT));

        assertThat(failure.kind()).isEqualTo(FailureKind.FIRST_BYTE_TIMEOUT);
    }

    @Test
    void waitsForAWholeAnswerAsLongAsTheTotalLimitAllows() throws IOException {
        InferenceException failure = failure((request, reply) -> reply.awaitClientLeft(),
                builder -> builder.stream(false).firstByteTimeout(Duration.ofMillis(1)).totalTimeout(SHORT));

        assertThat(failure.kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
    }

    @Test
    void givesUpOnAConnectionThatIsNotAccepted() throws IOException {
        // Once its queue is full, a listener that accepts nobody leaves the next ones without an answer.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> queued = new ArrayList<>();
            boolean isFull = false;
            for (int i = 0; i < 8 && !isFull; i++) {
                Socket socket = new Socket();
                queued.add(socket);
                try {
                    socket.connect(full.getLocalSocketAddress(), 200);
                } catch (SocketTimeoutException unanswered) {
                    isFull = true;
                }
            }
            assumeTrue(isFull, "this system queues without end");
            OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + full.getLocalPort()).model("m")
                    .connectTimeout(SHORT).firstByteTimeout(SHORT).build();
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT_TIMEOUT);
            assertThat(failure).hasMessageContaining("connect_timeout");
            assertThat(sink.sentNanos()).isZero();
            for (Socket socket : queued) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void freesTheServersSlotWhenTheCallerIsInterrupted(boolean virtual) throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            streaming.countDown();
            reply.awaitClientLeft();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            Runnable call = () -> {
                try {
                    client.infer(QUESTION, sink);
                } catch (InferenceException | InterruptedException stopped) {
                    thrown.set(stopped);
                }
            };
            Thread caller = virtual ? Thread.ofVirtual().start(call) : Thread.ofPlatform().start(call);
            streaming.await();
            caller.interrupt();

            server.awaitClientLeft();
            caller.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void sendsNothingIfTheCallerIsInterruptedAlready() throws Exception {
        try (ScriptedServer server = ScriptedServer.always("");
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> client.infer(QUESTION, sink));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(server.connections()).isZero();
        }
    }
}
