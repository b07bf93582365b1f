package dev.ipw.internal.wire;

import dev.ipw.inference.testing.OwnCertificate;
import dev.ipw.inference.testing.ScriptedServer;
import java.nio.file.Path;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
@Tag("process")
class SocketTransportTlsTests {
    private static final SSLSocketFactory USUAL = HttpsURLConnection.getDefaultSSLSocketFactory();

    @TempDir
    private static Path folder;

    private static SSLContext own;

    private final TestExchange client = new TestExchange(new SocketTransport());

    @BeforeAll
    static void makeACertificate() throws Exception {
        own = OwnCertificate.make(folder, "ip:127.0.0.1");
    }

    @BeforeEach
    void trustIt() {
        HttpsURLConnection.setDefaultSSLSocketFactory(own.getSocketFactory());
    }

    @AfterEach
    void trustAsUsualAgain() {
        HttpsURLConnection.setDefaultSSLSocketFactory(USUAL);
    }

    @Test
    void usesAnEncryptedConnectionAgainAndTellsItsHandshakeOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(request.body()),
                OwnCertificate.listen(own))) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.post("https://127.0.0.1:" + server.port(), "hi")).isEqualTo("200 data: hi\n\n");
            }

            assertThat(server.connections()).isOne();
            assertThat(client.setups).singleElement().satisfies(setup -> {
                assertThat(setup.tlsNanos().orElse(0)).isPositive();
                assertThat(setup.totalNanos()).isGreaterThan(setup.tlsNanos().getAsLong());
            });
        }
    }

    @Test
    void noticesThatTheServerHasClosedAKeptConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.send(200, "text/plain", request.body());
            reply.close();
        }, OwnCertificate.listen(own))) {
            String address = "https://127.0.0.1:" + server.port();
            client.post(address, "first");
            server.awaitConnectionsClosed();

            assertThat(client.post(address, "second")).isEqualTo("200 second");
            assertThat(server.requests()).extracting(ScriptedServer.Request::body).containsExactly("first", "second");
        }
    }

    @Test
    void refusesACertificateThatTheJvmDoesNotTrust() throws Exception {
        HttpsURLConnection.setDefaultSSLSocketFactory(USUAL);
        WireException refused = refused("127.0.0.1");

        assertThat(refused).hasMessageContaining("TLS failed").hasMessageContaining("does not trust")
                .hasMessageContaining("javax.net.ssl.trustStore");
    }

    @Test
    void refusesACertificateForAnotherHost() throws Exception {
        WireException refused = refused("localhost");

        assertThat(refused).hasMessageContaining("TLS failed").hasMessageContaining("localhost");
    }

    private WireException refused(String host) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain", "ok"),
                OwnCertificate.listen(own))) {
            WireException refused = catchThrowableOfType(WireException.class,
                    () -> client.post("https://" + host + ":" + server.port(), "hi"));
            assertThat(refused.fault()).isEqualTo(WireFault.UNREACHABLE);
            assertThat(server.requests()).isEmpty();
            return refused;
        }
    }
}
