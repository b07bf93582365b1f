package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.ClientSettings;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Asks by way of the proxies that variables or a parameter name. */
@Tag("real-time")
class ClientProxyTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"}}]}";
    /** A name that only the proxy can know. */
    private static final String SERVER = "http://golden.test:81/v1";

    @ParameterizedTest
    @ValueSource(strings = {"HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"})
    void asksTheProxyOfAVariable(String name) throws Exception {
        try (ScriptedServer proxy = proxy();
                InferenceClient client = client(SERVER, Map.of(),
                        Map.of(name, proxy.rootUrl(), "HTTPS_PROXY", "h:1"))) {
            assertThat(client.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");

            assertThat(proxy.requests().getFirst().path()).isEqualTo("http://golden.test:81/v1/chat/completions");
            assertThat(proxy.requests().getFirst().headers()).containsEntry("host", "golden.test:81")
                    .doesNotContainKey("proxy-authorization");
            assertThat(client.describe().details()).containsEntry("proxy", "127.0.0.1:" + proxy.port());
        }
    }

    @Test
    void asksTheProxyOfAParameterOrABuilderWhateverTheVariablesSay() throws Exception {
        try (ScriptedServer proxy = proxy();
                InferenceClient client = client(SERVER, Map.of("proxy", "127.0.0.1:" + proxy.port()),
                        Map.of("http_proxy", "h:1", "NO_PROXY", "*"));
                OpenAiClient built = OpenAiClient.builder(SERVER).model("m").proxy(proxy.rootUrl()).build();
                OpenAiClient byVariables = OpenAiClient.builder(SERVER).model("m")
                        .proxyVariables(Map.of("http_proxy", proxy.rootUrl())).build()) {
            for (InferenceClient each : new InferenceClient[]{client, built, byVariables}) {
                assertThat(each.infer(QUESTION, new RecordedSink()).text()).isEqualTo("4");
            }
            assertThat(proxy.requests()).hasSize(3);
        }
    }

    @Test
    void sendsTheLoginOfItsAddressAndShowsItNowhere() throws Exception {
        try (ScriptedServer proxy = ScriptedServer
                .start((request, reply) -> reply.send(407, "text/plain", "who are you"));
                InferenceClient client = client(SERVER, Map.of(),
                        Map.of("http_proxy", "http://me:S3c%72et+1@127.0.0.1:" + proxy.port()))) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(proxy.requests().getFirst().headers()).containsEntry("proxy-authorization",
                    "Basic bWU6UzNjcmV0KzE=");
            assertThat(failure + " " + client.describe()).doesNotContain("S3c", "bWU6UzNjcmV0KzE");
        }
    }

    @Test
    void sendsTheLoginForATunnelToTheProxyAlone() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.always("HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n");
                InferenceClient client = client("https://golden.test/v1", Map.of("api_key", "sk-key"),
                        Map.of("https_proxy", "http://me:S3cret@127.0.0.1:" + proxy.port()))) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure).hasMessageContaining("login").hasMessageContaining("127.0.0.1:" + proxy.port())
                    .hasMessageContaining("NO_PROXY").hasMessageContaining("proxy=none");
            assertThat(proxy.requests().getFirst().method()).isEqualTo("CONNECT");
            assertThat(proxy.requests().getFirst().headers()).containsKey("proxy-authorization")
                    .doesNotContainKey("authorization");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"http://gpu.lab:8000|gpu.lab", "http://gpu.lab:8000|lab", "http://gpu.lab:8000|.lab",
                    "http://gpu.lab:8000|*.lab", "http://gpu.lab:8000|other, GPU.lab:8000", "http://gpu.lab:8000|*",
                    "http://10.1.2.3:8000|10.0.0.0/8", "http://10.1.2.3:8000|10.1.2.3",
                    "http://[fd00::7]:8000|fd00::/8",
                    "http://[fd00::7]:8000|[fd00::7]:8000", "http://[fd00::7]:8000|fd00:0::7", "http://localhost:8000|",
                    "http://127.0.0.1:8000|", "http://[::1]:8000|", "http://0.0.0.0:8000|", "http://[::]:8000|"})
    void goesAroundTheProxyToServersThatAreExcepted(String server, @Nullable String exceptions) {
        assertThat(proxyOf(server, exceptions)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"http://gpu.lab:8000|gpu.lab:9000", "http://gpu.lab:8000|ab", "http://gpu.lab:8000|u.lab",
                    "http://10.1.2.3:8000|10.1.2.128/25,10.1.2.4", "http://110.1.2.3:8000|10.1.2.3",
                    "http://10.1.2.3:8000|2.3",
                    "http://10.1.2.3:8000|10.0.0.0/99", "http://[fd00::7]:8000|10.0.0.0/8", "http://gpu.lab:8000|"})
    void goesThroughTheProxyToAllOthers(String server, @Nullable String exceptions) {
        assertThat(proxyOf(server, exceptions)).contains("proxy.test:3128");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://proxy:1", "ftp://proxy:1", "http://", "http://a b", "socks5://me:S3cret@proxy",
            "me:S3cret@proxy:1", "http://me:9/S3cret@proxy:1"})
    void saysWhatAProxyIsLike(String address) {
        for (String place : new String[]{"proxy", "HTTP_PROXY"}) {
            Map<String, String> given = Map.of(place, address);
            boolean isVariable = place.equals("HTTP_PROXY");
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> client(SERVER, isVariable ? Map.of() : given, isVariable ? given : Map.of()))
                    .withMessageContaining(place).withMessageContaining("http://proxy:3128")
                    .satisfies(refused -> assertThat(refused).hasMessageNotContaining("S3cret"))
                    .satisfies(
                            refused -> assertThat(refused.toString().contains("proxy=none")).isEqualTo(isVariable));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://proxy:3128", "socks4://proxy:1080", "http://my_proxy:3128"})
    void readsAVariableOnlyForAServerThatNeedsIt(String unusable) {
        Map<String, String> variables = Map.of("ALL_PROXY", unusable, "NO_PROXY", "lab");
        Map<String, String> other = Map.of("HTTPS_PROXY", unusable);

        assertThat(proxyOf("http://localhost:8000", Map.of(), variables)).isEmpty();
        assertThat(proxyOf("http://gpu.lab:8000", Map.of(), variables)).isEmpty();
        assertThat(proxyOf(SERVER, Map.of("proxy", "none"), variables)).isEmpty();
        assertThat(proxyOf(SERVER, Map.of("proxy", "http://proxy.test:1"), variables)).contains("proxy.test:1");
        assertThat(proxyOf(SERVER, Map.of(), other)).isEmpty();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client("https://golden.test", Map.of(), other)).withMessageContaining("HTTPS_PROXY")
                .withMessageContaining("proxy=none").withMessageContaining("NO_PROXY");
    }

    @Test
    void takesNoProxyIfToldSo() {
        try (InferenceClient client = client(SERVER, Map.of("proxy", "none"), Map.of("http_proxy", "h:1"))) {
            assertThat(client.describe().details()).doesNotContainKey("proxy");
        }
    }

    @Test
    void saysHowALoginIsWritten() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client(SERVER, Map.of("proxy", "me:S3cret@proxy:3128"), Map.of()))
                .withMessageContaining("http://USER:PASSWORD@HOST:PORT").withMessageContaining("@proxy:3128");
    }

    @ParameterizedTest
    @CsvSource({"http://me:S3cret@proxy:3128, http://[redacted]@proxy:3128",
            "me:S3cret@proxy:3128, [redacted]@proxy:3128", "http://me:S3/c@ret@proxy, http://[redacted]@proxy",
            "proxy:3128, proxy:3128"})
    void keepsNoLogin(String typed, String kept) {
        assertThat(ClientSettings.NONE.parameters(Map.of("proxy", typed, "judge_client.proxy", typed)).withoutSecrets()
                .parameters()).containsEntry("proxy", kept).containsEntry("judge_client.proxy", kept);
        assertThat(Redaction.text("--client-param proxy=" + typed + " x"))
                .isEqualTo("--client-param proxy=" + kept + " x");
        assertThat(Redaction.text("{\"judge_client.proxy\": \"" + typed + "\"}"))
                .isEqualTo("{\"judge_client.proxy\": \"" + kept + "\"}");
    }

    private static Optional<String> proxyOf(String server, @Nullable String exceptions) {
        Map<String, String> variables = Map.of("http_proxy", "http://proxy.test:3128", "no_proxy",
                exceptions == null ? "" : exceptions);
        return proxyOf(server, Map.of(), variables);
    }

    private static Optional<String> proxyOf(String server, Map<String, String> parameters,
            Map<String, String> variables) {
        try (InferenceClient client = client(server, parameters, variables)) {
            return Optional.ofNullable(client.describe().details().get("proxy"));
        }
    }

    private static ScriptedServer proxy() throws Exception {
        return ScriptedServer.start((request, reply) -> reply.stream(CONTENT, "[DONE]"));
    }

    private static InferenceClient client(String address, Map<String, String> parameters,
            Map<String, String> variables) {
        return Plugins.builder("client", InferenceClientProvider.class).build().require("openai")
                .create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(address)),
                        Parameters.of("client openai", withHost(parameters)), variables));
    }

    /** No name server is asked where the model runs. */
    private static Map<String, String> withHost(Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("serving_host", "remote");
        return all;
    }
}
