package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.testing.OwnCertificate;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
@Tag("process")
class OpenAiClientTlsTests {
    private static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"}}]}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final SSLSocketFactory USUAL = HttpsURLConnection.getDefaultSSLSocketFactory();

    @TempDir
    private static Path folder;

    private static SSLContext own;

    @BeforeAll
    static void makeACertificateForTheLoopbackAddress() throws Exception {
        own = OwnCertificate.make(folder, "ip:127.0.0.1");
        HttpsURLConnection.setDefaultSSLSocketFactory(own.getSocketFactory());
    }

    @AfterAll
    static void trustAsUsualAgain() {
        HttpsURLConnection.setDefaultSSLSocketFactory(USUAL);
    }

    @Test
    void streamsOverTlsAndUsesTheConnectionAgain() throws Exception {
        try (ScriptedServer server = tls((request, reply) -> reply.stream(CONTENT, "[DONE]"));
                OpenAiClient client = client(server).build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");
            }
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void tellsTheHandshakeApartFromTheConnection() throws Exception {
        try (ScriptedServer server = tls((request, reply) -> reply.stream(CONTENT, "[DONE]"));
                OpenAiClient client = client(server).build()) {
            TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
            client.infer(QUESTION, recorder);

            ResponseTimeline timeline = recorder.finish(System.nanoTime());
            ConnectionTimes setup = timeline.dispatch().connection().orElseThrow();
            assertThat(setup.tlsNanos().orElseThrow()).isPositive().isLessThanOrEqualTo(setup.totalNanos());
            assertThat(setup.totalNanos()).isLessThanOrEqualTo(
                    timeline.sentNanos().orElseThrow() - timeline.intendedStartNanos());
        }
    }

    @Test
    void closesAStalledConnectionOverTls() throws Exception {
        try (ScriptedServer server = tls((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            reply.awaitClientLeft();
        }); OpenAiClient client = client(server).idleTimeout(Duration.ofMillis(100)).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure.kind()).isEqualTo(FailureKind.IDLE_TIMEOUT);
            server.awaitClientLeft();
        }
    }

    @Test
    void saysThatTlsFailedIfTheServerSpeaksPlainHttp() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPlainHttp(plain));
            OpenAiClient client = OpenAiClient.builder("https://127.0.0.1:" + plain.getLocalPort()).model("m").build();
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("TLS failed");
        }
    }

    private static void answerInPlainHttp(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            socket.getOutputStream().write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException clientLeft) {
            // It is the client's turn to complain.
            return;
        }
    }

    private static ScriptedServer tls(ScriptedServer.Script script) throws Exception {
        return ScriptedServer.start(script, OwnCertificate.listen(own));
    }

    private static OpenAiClient.Builder client(ScriptedServer server) {
        return OpenAiClient.builder("https://127.0.0.1:" + server.port()).model("m");
    }
}
