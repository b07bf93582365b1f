package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.testing.OwnCertificate;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.ClientSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Trusts a certificate of the user's own, and shows the client's. */
@Tag("real-time")
@Tag("process")
class ClientCertificateTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"}}]}";
    private static final String PASSWORD = OwnCertificate.PASSWORD;

    @TempDir
    private static Path folder;

    private static SSLContext own;

    @BeforeAll
    static void makeCertificates() throws Exception {
        own = OwnCertificate.make(folder, "ip:127.0.0.1");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("keys.p12"))) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Certificate certificate = keys.getCertificate("own");
        Key key = keys.getKey("own", PASSWORD.toCharArray());
        KeyStore other = KeyStore.getInstance("JKS");
        other.load(null, null);
        other.setKeyEntry("own", key, "an0ther".toCharArray(), new Certificate[]{certificate});
        try (OutputStream out = Files.newOutputStream(folder.resolve("other.jks"))) {
            other.store(out, PASSWORD.toCharArray());
        }
        String pem = pem("CERTIFICATE", certificate.getEncoded());
        Files.writeString(folder.resolve("ca.pem"), "# who signed it\n" + pem);
        Files.writeString(folder.resolve("client.pem"), pem + pem("PRIVATE KEY", key.getEncoded()));
        Files.writeString(folder.resolve("older.pem"), pem + pem("EC PRIVATE KEY", key.getEncoded()));
        Files.writeString(folder.resolve("broken.pem"),
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        Files.writeString(folder.resolve("empty.pem"), "-----BEGIN NOTHING-----\n-----END NOTHING-----\n");
        Files.writeString(folder.resolve("text.txt"), "no store");
    }

    @ParameterizedTest
    @CsvSource({"ca.pem, ''", "keys.p12, " + OwnCertificate.PASSWORD})
    void trustsTheCertificatesOfAFile(String file, String password) throws Exception {
        Map<String, String> parameters = new HashMap<>(Map.of("trust_store", folder.resolve(file).toString()));
        if (!password.isEmpty()) {
            parameters.put("trust_store_password", password);
        }
        assertThat(answer(false, parameters, Map.of())).isEqualTo("4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client.pem", "keys.p12"})
    void showsTheClientsCertificate(String file) throws Exception {
        Map<String, String> parameters = Map.of("trust_store", folder.resolve("ca.pem").toString(), "key_store",
                folder.resolve(file).toString());

        assertThat(answer(true, parameters, Map.of("IPW_KEY_STORE_PASSWORD", PASSWORD))).isEqualTo("4");
    }

    @Test
    void takesThemFromABuilder() throws Exception {
        try (ScriptedServer server = server(true);
                OpenAiClient files = builder(server).trustStore(folder.resolve("ca.pem"), Optional.empty())
                        .keyStore(folder.resolve("keys.p12"), Optional.of(PASSWORD)).build();
                OpenAiClient context = builder(server).tls(own).build()) {
            assertThat(files.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");
            assertThat(context.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");
        }
    }

    @Test
    void namesTheSettingThatIsMissing() throws Exception {
        InferenceException untrusted = catchThrowableOfType(InferenceException.class,
                () -> answer(false, Map.of(), Map.of()));
        InferenceException unknown;
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuseClientsWithoutCertificate(listener));
            try (InferenceClient client = client("https://127.0.0.1:" + listener.getLocalPort(),
                    Map.of("trust_store", folder.resolve("ca.pem").toString(), "retries", "1"), Map.of())) {
                unknown = catchThrowableOfType(InferenceException.class,
                        () -> client.infer(QUESTION, new RecordedSink()));
            }
        }

        assertThat(untrusted).hasMessageContaining("trust_store");
        assertThat(unknown).hasMessageContaining("key_store").hasMessageNotContaining("retr");
        assertThat(unknown.kind()).isEqualTo(FailureKind.UNREACHABLE);
    }

    @ParameterizedTest
    @CsvSource({"trust_store, gone.pem, no such file", "trust_store, broken.pem, broken.pem",
            "trust_store, empty.pem, no certificate", "trust_store, keys.p12, trust_store_password",
            "key_store, keys.p12, IPW_KEY_STORE_PASSWORD", "key_store, ca.pem, private key",
            "key_store, older.pem, openssl pkcs8", "trust_store, ., no such file"})
    void saysWhatIsWrongWithAFile(String setting, String file, String reason) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client("https://h", Map.of(setting, folder.resolve(file).toString()), Map.of()))
                .withMessageContaining(setting).withMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys.p12", "text.txt"})
    void showsNoPassword(String file) {
        Map<String, String> parameters = Map.of("key_store", folder.resolve(file).toString(), "key_store_password",
                "S3cret", "trust_store_password", "S3cret");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client("https://h", parameters, Map.of())).withMessageContaining("key_store")
                .satisfies(refused -> assertThat(refused).hasMessageNotContaining("S3cret"));
        assertThat(ClientSettings.NONE.parameters(parameters).withoutSecrets().parameters())
                .containsEntry("key_store", folder.resolve(file).toString())
                .containsEntry("key_store_password", "[redacted]").containsEntry("trust_store_password", "[redacted]");
    }

    @Test
    void refusesAPasswordThatWasReadWithTheEndOfItsLine() {
        for (String store : List.of("key_store", "trust_store")) {
            Map<String, String> parameters = Map.of(store, folder.resolve("other.jks").toString(), store + "_password",
                    PASSWORD + "\n");

            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> client("https://h", parameters, Map.of())).withMessageContaining(store)
                    .withMessageContaining("line end").satisfies(
                            refused -> assertThat(refused).hasMessageNotContaining(PASSWORD));
        }
    }

    @Test
    void saysThatAKeyHasAPasswordOfItsOwn() {
        Map<String, String> parameters = Map.of("key_store", folder.resolve("other.jks").toString(),
                "key_store_password", PASSWORD);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client("https://h", parameters, Map.of())).withMessageContaining("other.jks")
                .withMessageContaining("another password");
    }

    private static String answer(boolean wantsCertificate, Map<String, String> parameters,
            Map<String, String> variables) throws Exception {
        try (ScriptedServer server = server(wantsCertificate);
                InferenceClient client = client("https://127.0.0.1:" + server.port(), parameters, variables)) {
            return client.infer(QUESTION, new RecordedSink()).text();
        }
    }

    /** Read to the end before closing: a reset could overtake the alert. */
    private static void refuseClientsWithoutCertificate(ServerSocket listener) {
        while (!listener.isClosed()) {
            try (Socket plain = listener.accept();
                    SSLSocket tls = (SSLSocket) own.getSocketFactory().createSocket(plain, null, plain.getPort(),
                            false)) {
                tls.setUseClientMode(false);
                tls.setNeedClientAuth(true);
                try {
                    tls.startHandshake();
                } catch (SSLException refused) {
                    plain.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            } catch (IOException clientLeft) {
                continue;
            }
        }
    }

    private static ScriptedServer server(boolean wantsCertificate) throws Exception {
        ServerSocket listener = OwnCertificate.listen(own);
        ((SSLServerSocket) listener).setNeedClientAuth(wantsCertificate);
        return ScriptedServer.start((request, reply) -> reply.stream(CONTENT, "[DONE]"), listener);
    }

    private static OpenAiClient.Builder builder(ScriptedServer server) {
        return OpenAiClient.builder("https://127.0.0.1:" + server.port()).model("m");
    }

    private static InferenceClient client(String address, Map<String, String> parameters,
            Map<String, String> variables) {
        return Plugins.builder("client", InferenceClientProvider.class).build().require("openai")
                .create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(address)),
                        Parameters.of("client openai", parameters), variables));
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes)
                + "\n-----END "
                + kind + "-----\n";
    }
}
