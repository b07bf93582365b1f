package dev.ipw.inference.testing;

import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.testing.ClosedPort;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Specify how every client of a served model reports failures, whatever its API. */
abstract class ClientFailureContract extends RecordedWireContract {
    /** Asked where it does not matter what. */
    static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    /** Hears what happens. */
    final RecordedSink sink = new RecordedSink();

    /** Name the environment variable that may hold its key. */
    protected abstract String keyVariable();

    /** Write an error within a stream. */
    protected abstract String streamedError(String words);

    @Test
    void reportsAnErrorStatusWithWhatTheServerSaid() throws Exception {
        InferenceException failure = failure(
                (request, reply) -> reply.send(500, "application/json", "{\"error\":\"out of memory\"}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP 500").hasMessageContaining("out of memory");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void namesTheKeyIfTheServerLetsNobodyIn(int status) throws Exception {
        InferenceException failure = failure((request, reply) -> reply.send(status, "application/json", "{}"));

        assertThat(failure).hasMessageContaining("HTTP " + status).hasMessageContaining("api_key")
                .hasMessageContaining(keyVariable());
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 529})
    void tellsHowLongTheServerWantsPatience(int status) throws Exception {
        InferenceException failure = failure((request, reply) -> reply.raw("HTTP/1.1 " + status
                + " Wait\r\nRetry-After: 17\r\nContent-Length: 0\r\n\r\n"));

        assertThat(failure).hasMessageContaining("HTTP " + status).hasMessageContaining("wait 17 s");
    }

    @Test
    void reportsAnErrorWithinAStream() throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream(streamType());
            reply.chunk(opening() + piece("half") + streamedError("overloaded just now") + ending(3));
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure).hasMessageContaining("overloaded just now");
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reportsHalfAStream(boolean orderly) throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream(streamType());
            reply.chunk(opening() + piece("half"));
            if (orderly) {
                reply.endStream();
            } else {
                reply.chunk(piece("cut").substring(0, 12));
                reply.close();
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void reportsALineThatIsTooLong() throws Exception {
        String part = "x".repeat(1 << 20);
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream(streamType());
            reply.chunk(opening() + piece("half"));
            for (int i = 0; i < 5; i++) {
                reply.chunk(part);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void reportsAnAnswerThatIsTooLongInAll() throws Exception {
        String piece = piece("x".repeat(1 << 20));
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream(streamType());
            reply.chunk(opening() + piece);
            for (int i = 0; i < 4; i++) {
                reply.chunk(piece);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("max_tokens");
    }

    @Test
    void reportsASuccessThatIsNoAnswer() throws Exception {
        for (String body : List.of("It works", "[]", "{\"ok\":true}")) {
            InferenceException failure = failure((request, reply) -> reply.send(200, "application/json", body),
                    Map.of("stream", "false"));
            assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
            assertThat(failure).hasMessageContaining(body);
        }
        InferenceException page = failure((request, reply) -> reply.send(200, "text/html", "<html>Hi</html>"));
        assertThat(page.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(page).hasMessageContaining("base URL");
    }

    @Test
    void reportsAPortWhereNobodyListens() throws Exception {
        try (ClosedPort port = new ClosedPort();
                InferenceClient client = create("http://127.0.0.1:" + port.number(), Map.of())) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));
            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("127.0.0.1:" + port.number());
            assertThatExceptionOfType(ServerUnreachableException.class).isThrownBy(client::check)
                    .withMessageContaining("Start the server");
        }
    }

    @Test
    void givesUpOnAStreamThatStandsStill() throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream(streamType(), opening() + piece("half"));
            reply.awaitClientLeft();
        }, Map.of("idle_timeout", "300ms"));

        assertThat(failure.kind()).isEqualTo(FailureKind.IDLE_TIMEOUT);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void freesTheServersSlotWhenTheCallerIsInterrupted() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream(streamType());
            reply.chunk(opening() + piece("half"));
            streaming.countDown();
            reply.awaitClientLeft();
        }); InferenceClient client = client(server)) {
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    client.infer(QUESTION, sink);
                } catch (InferenceException | InterruptedException stopped) {
                    thrown.set(stopped);
                }
            });
            streaming.await();
            caller.interrupt();

            server.awaitClientLeft();
            caller.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    final InferenceException failure(ScriptedServer.Script script) throws Exception {
        return failure(script, Map.of());
    }

    final InferenceException failure(ScriptedServer.Script script, Map<String, String> parameters)
            throws Exception {
        try (ScriptedServer server = ScriptedServer.start(script);
                InferenceClient client = client(server, parameters)) {
            return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink));
        }
    }

    final InferenceClient client(ScriptedServer server) {
        return client(server, Map.of());
    }

    final InferenceClient client(ScriptedServer server, Map<String, String> parameters) {
        return create(server.rootUrl(), parameters);
    }
}
