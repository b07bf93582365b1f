package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.EventExchange;
import dev.ipw.inference.exchange.ModelListing;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.exchange.ServedModel;
import dev.ipw.inference.exchange.ServedModelClient;
import dev.ipw.inference.exchange.openai.ChatAnswer;
import dev.ipw.inference.exchange.openai.ResponsesAnswer;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * A client of servers with OpenAI's chat completions, its older completions or its responses.
 *
 * <pre>{@code
 * try (var client = OpenAiClient.builder("http://localhost:8000/v1").model("llama3.2:1b").build()) {
 *     client.check();
 *     var recorder = new TimelineRecorder(System.nanoTime());
 *     var response = client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), recorder);
 * }
 * }</pre>
 *
 * <p>Answers are streamed unless {@link Builder#stream(boolean)} disables it; then the single chunk of an answer
 * arrives when the answer is complete, and the first-byte limit is the total one, because a server sends the head last.
 * The options of the generation are those of the request; this client's own settings override them, and a body field
 * takes precedence over an option. The responses have neither seed nor stop texts: a request's are not sent.
 * Completions have no tools, images or schemas; a request that needs them fails as
 * {@link dev.ipw.inference.FailureKind#CLIENT_ERROR} before it is sent. The sink is called by another thread than the
 * caller's while {@link #infer} waits.
 */
@API(status = API.Status.STABLE)
public final class OpenAiClient extends ServedModelClient {
    /** The id of the client of vLLM. */
    public static final String VLLM = "vllm";
    /** The id of the client of SGLang. */
    public static final String SGLANG = "sglang";
    /** The id of the client of TensorRT-LLM. */
    public static final String TRTLLM = "trtllm";
    /** The id of the client of llama.cpp. */
    public static final String LLAMA_CPP = "llamacpp";
    /** The id of the client of LM Studio. */
    public static final String LM_STUDIO = "lmstudio";
    /** The id of the client of MLX. */
    public static final String MLX = "mlx";
    private static final Set<String> IGNORE_END = Set.of(VLLM, SGLANG, TRTLLM, LLAMA_CPP);
    private static final String DEFAULT_PATH = "/v1";
    private static final String ACCEPT = "text/event-stream, application/json";
    /** Ollama lists the full name of a model that it accepts without the tag; llama.cpp answers to any name. */
    private static final ModelListing MODELS = new ModelListing("an OpenAI-compatible server",
            "check the port and the path (most servers want /v1)", "/models", "data", "id",
            (model, name) -> name.equals(model) || name.equals(model + ":latest"), true,
            "Name one of them as the model");

    /** Elsewhere the path may be the server's own, as in https://NAME.services.ai.azure.com/models. */
    private static final Pattern LIST_OF_MODELS = Pattern.compile("/v\\d+\\w*/models$");

    private final Api api;
    private final boolean continuousUsage;

    private OpenAiClient(HttpSettings settings, Api api, boolean continuousUsage) {
        super(served(settings), Map.of("api", api.label()));
        this.api = api;
        this.continuousUsage = continuousUsage;
    }

    private static ServedModel served(HttpSettings settings) {
        return new ServedModel(settings, ModelServer.of(settings, ModelServer.AUTHORIZATION, Map.of(),
                "OPENAI_API_KEY", "check the base URL and the model"), MODELS);
    }

    /**
     * Builds a client.
     *
     * @param baseUrl the server's address, for example {@code http://localhost:8000/v1}; without a path, {@code /v1} is
     *                added. The whole address of {@code /chat/completions}, {@code /completions} or {@code /responses}
     *                selects that API
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String baseUrl) {
        return builder("openai", baseUrl);
    }

    /** Builds a client with the id of another provider. */
    public static Builder builder(String id, String baseUrl) {
        String typed = baseUrl.strip().replaceFirst("/+$", "");
        Optional<Api> way = Arrays.stream(Api.values()).filter(api -> typed.endsWith(api.path())).findFirst();
        String[] ending = way.map(Api::path)
                .or(() -> LIST_OF_MODELS.matcher(typed).find() ? Optional.of(MODELS.path()) : Optional.empty()).stream()
                .toArray(String[]::new);
        Builder builder = new Builder(id, ServerAddress.parse(baseUrl, DEFAULT_PATH, ending));
        way.ifPresent(builder::api);
        return builder;
    }

    /**
     * Returns the fields of a fixed length. vLLM, SGLang, TensorRT-LLM and llama.cpp generate past the model's end if
     * {@code ignore_eos} is set; other servers need a body field of the user's.
     */
    @Override
    public Map<String, String> fixedLengthFields() {
        return IGNORE_END.contains(served().settings().id()) ? Map.of("ignore_eos", "true") : Map.of();
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        HttpSettings settings = served().settings();
        Function<ResponseSink, AnswerReader> answers = api == Api.RESPONSES
                ? ResponsesAnswer::new
                : ChatAnswer::new;
        return served().ask(api.path(), ACCEPT,
                () -> OpenAiBody.of(api, settings.model(), settings.stream(), continuousUsage), request, sink,
                answerSink -> new EventExchange(served().server(), settings.stream(), answerSink,
                        answers.apply(answerSink)));
    }

    /** A builder of a client. */
    public static final class Builder extends HttpClientBuilder<Builder> {
        private Api api = Api.CHAT;
        private boolean continuousUsage;
        private boolean seeded;
        private boolean stops;

        private Builder(String id, ServerAddress address) {
            super(id, address);
        }

        /**
         * Sets the API; {@link Api#CHAT} by default.
         *
         * @param way the way
         * @return this builder for method chaining
         */
        public Builder api(Api way) {
            api = Objects.requireNonNull(way, "way");
            return this;
        }

        /**
         * Sets whether the server is asked to count tokens with each chunk, as vLLM and SGLang do, so that the time per
         * output token is exact for any number of tokens per chunk. Off by default, because other servers may refuse
         * unknown fields.
         *
         * @param counts true to request the counts
         * @return this builder for method chaining
         */
        public Builder continuousUsage(boolean counts) {
            continuousUsage = counts;
            return this;
        }

        @Override
        public Builder seed(long value) {
            seeded = true;
            return super.seed(value);
        }

        @Override
        public Builder stop(List<String> texts) {
            stops = !texts.isEmpty();
            return super.stop(texts);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sends a further field in each request's body, for example {@code cache_prompt} as {@code false} to llama.cpp.
         *
         * @param name any but {@code model}, {@code messages}, {@code prompt}, {@code input} and {@code stream}
         * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the field cannot be sent
         */
        @Override
        public Builder bodyField(String name, String json) {
            OpenAiBody.FIELDS.require(name, json);
            return keepBodyField(name, json);
        }

        @Override
        public OpenAiClient build() {
            if (api == Api.RESPONSES && (seeded || stops)) {
                throw new ConfigurationException(
                        (seeded ? "seed" : "stop") + ": OpenAI's responses have none; leave it "
                                + "out, use api=chat, or send it as a body field to a server that takes one");
            }
            return new OpenAiClient(settings(MODELS.path(), unnamed -> served(unnamed).offered()), api,
                    continuousUsage);
        }
    }

    /** The APIs of servers compatible with OpenAI. */
    public enum Api {
        /** A conversation, with the model's own template: {@code /chat/completions}. */
        CHAT("/chat/completions"),
        /** One text that the model continues, without a template: {@code /completions}. */
        COMPLETIONS("/completions"),
        /** A conversation of items, with reasoning of its own: {@code /responses}. */
        RESPONSES("/responses");

        private final String path;

        Api(String path) {
            this.path = path;
        }

        /**
         * Parses a user's input.
         *
         * @param text {@code chat}, {@code completions} or {@code responses}
         * @return the way
         * @throws ConfigurationException if there is no such API
         */
        public static Api parse(String text) {
            return Arrays.stream(values()).filter(api -> api.label().equals(text.strip())).findFirst()
                    .orElseThrow(() -> new ConfigurationException(
                            "api must be chat, completions or responses, not '" + text + "'"));
        }

        /**
         * Returns the name in a user's input.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the path. */
        String path() {
            return path;
        }
    }
}
