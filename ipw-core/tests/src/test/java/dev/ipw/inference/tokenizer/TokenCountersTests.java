package dev.ipw.inference.tokenizer;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.TokenCounterProvider;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class TokenCountersTests {
    private static final String FIRST = "{\"choices\":[{\"delta\":{\"content\":\"hello world\"}}]}";
    private static final String SECOND = "{\"choices\":[{\"delta\":{\"content\":\" hello\"}}]}";
    private static final String CALL = "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":"
            + "{\"name\":\"hello\",\"arguments\":\"\"}},{\"index\":0,\"function\":{\"arguments\":"
            + "\"hello world\"}}]}}]}";
    private static final String STOP = "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]";

    @ParameterizedTest
    @CsvSource({"cl100k_base,cl100k_base", "o200k_base,o200k_base", " gpt-4o ,o200k_base", "gpt-4,cl100k_base"})
    void findsEncodingsByTheirNameAndByModel(String name, String encoding) {
        TokenCounter counter = TokenCounters.named(name);

        assertThat(counter.name()).isEqualTo(encoding);
        assertThat(counter.count("hello world")).isEqualTo(2);
        assertThat(counter.count("")).isZero();
        assertThat(counter.count("<|endoftext|>")).as("as the text it is").isGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource({"llama-3", "o200k_basis", "''"})
    void saysWhichNamesThereAreForOneThatIsNone(String name) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> TokenCounters.named(name))
                .withMessageContaining("'" + name + "'").withMessageContaining("o200k_base");
    }

    @Test
    void countsWhereTheServerDoesNot() throws Exception {
        TokenUsage usage = usage(FIRST, SECOND, STOP + "}", "[DONE]");

        assertThat(usage).isEqualTo(new TokenUsage(OptionalLong.of(2), OptionalLong.of(3), OptionalLong.of(5),
                OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.TOKENIZER)
                .withStreamed(3, 2));
    }

    @Test
    void leavesTheServersCountsAlone() throws Exception {
        assertThat(usage(FIRST, STOP + ",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":9,\"total_tokens\":18}}",
                "[DONE]")).isEqualTo(TokenUsage.server(9, 9));
    }

    @Test
    void countsCallsAndDefinitionsOfTools() throws Exception {
        ToolDefinition tool = new ToolDefinition("hello", "hello world", "{}");
        TokenUsage plain = usage(InferenceRequest.ofPrompt("hello world", GenerationOptions.defaults()), CALL,
                STOP + "}", "[DONE]");
        TokenUsage offering = usage(InferenceRequest.ofPrompt("hello world", GenerationOptions.defaults())
                .withTools(List.of(tool), ToolChoice.AUTO), CALL, STOP + "}", "[DONE]");

        assertThat(plain.output()).hasValue(3);
        assertThat(plain.firstChunk()).isEmpty();
        assertThat(plain.input()).hasValue(2);
        assertThat(offering.input()).hasValue(2 + 4);
    }

    @Test
    void knowsNoTokensOfAnImage() throws Exception {
        TokenUsage usage = usage(new InferenceRequest(List.of(Message.user(List.of(new ContentPart.Text("hello world"),
                new ContentPart.Image("image/png", new byte[1])))), GenerationOptions.defaults()), FIRST, STOP + "}",
                "[DONE]");

        assertThat(usage.input()).isEmpty();
        assertThat(usage.total()).isEmpty();
        assertThat(usage.output()).isPresent();
    }

    @Test
    void namesTheLibraryWhereItIsMissing() throws Exception {
        TokenCounterProvider alone = (TokenCounterProvider) new WithoutLibrary()
                .loadClass(JtokkitProvider.class.getName()).getConstructor().newInstance();

        assertThat(alone.find("llama-3")).isEmpty();
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> alone.find("o200k_base"))
                .withMessageContaining("com.knuddels:jtokkit").withMessageContaining("class path");
    }

    private static TokenUsage usage(String... events) throws Exception {
        return usage(InferenceRequest.ofPrompt("hello world", GenerationOptions.defaults()), events);
    }

    private static TokenUsage usage(InferenceRequest question, String... events) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(events));
                InferenceClient client = Plugins.builder("client", InferenceClientProvider.class).build()
                        .require("openai").create(new ClientOptions(Optional.of("m"),
                                Optional.of(URI.create(server.baseUrl())),
                                Parameters.of("client openai", Map.of("tokenizer", "o200k_base")), Map.of()))) {
            assertThat(client.describe().details()).containsEntry("tokenizer", "o200k_base");
            return client.infer(question, new RecordedSink()).usage();
        }
    }

    /** Loads our tokenizers anew, and finds the library nowhere. */
    private static final class WithoutLibrary extends ClassLoader {
        WithoutLibrary() {
            super(TokenCounterProvider.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.knuddels.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith(JtokkitProvider.class.getPackageName() + ".Jtokkit")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = JtokkitProvider.class.getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
