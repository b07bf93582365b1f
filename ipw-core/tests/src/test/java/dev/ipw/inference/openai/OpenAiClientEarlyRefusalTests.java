package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.testing.RecordedSink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a server says that does not wait for the whole request. */
@Tag("real-time")
class OpenAiClientEarlyRefusalTests {
    /** More than the buffers of both sides hold, so that it cannot be sent whole. */
    private static final InferenceRequest LARGE = InferenceRequest.ofPrompt("x".repeat(32 << 20),
            GenerationOptions.defaults());

    @Test
    void tellsTheStatusOfAServerThatRefusesBeforeItHasTheWholeRequest() throws Exception {
        InferenceException failure = failure(
                "HTTP/1.1 413 Content Too Large\r\nContent-Length: 22\r\n\r\nat most 1 MB, no more.");

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP 413").hasMessageContaining("at most 1 MB, no more.");
    }

    @Test
    void tellsAsMuchOfTheExplanationAsCame() throws Exception {
        InferenceException failure = failure(
                "HTTP/1.1 413 Content Too Large\r\nContent-Length: 2300\r\n\r\nat most 1 MB");

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP 413").hasMessageContaining("at most 1 MB");
    }

    @Test
    void tellsThatTheConnectionClosedWhereTheServerSaidNothing() throws Exception {
        assertThat(failure("").kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure("HTTP/1.1 4").kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    private static InferenceException failure(String response) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + listener.getLocalPort()).model("m")
                        .build()) {
            Thread.ofVirtual().start(() -> refuse(listener, response));
            return catchThrowableOfType(InferenceException.class, () -> client.infer(LARGE, new RecordedSink()));
        }
    }

    /** Closing with the request unread resets the connection. */
    private static void refuse(ServerSocket listener, String response) {
        try (Socket socket = listener.accept()) {
            socket.getInputStream().readNBytes(1024);
            socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException left) {
            // The client knows more.
            return;
        }
    }
}
