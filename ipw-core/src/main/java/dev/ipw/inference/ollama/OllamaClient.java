package dev.ipw.inference.ollama;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.exchange.LineExchange;
import dev.ipw.inference.exchange.ModelListing;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.exchange.ServedModel;
import dev.ipw.inference.exchange.ServedModelClient;
import dev.ipw.inference.exchange.ollama.OllamaAnswer;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A client of an Ollama server over its own API.
 *
 * <pre>{@code
 * try (var client = OllamaClient.builder("http://localhost:11434").model("llama3.2:1b").build()) {
 *     client.check();
 *     var recorder = new TimelineRecorder(System.nanoTime());
 *     var response = client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), recorder);
 *     var loading = response.serverTimings().loadNanos();
 * }
 * }</pre>
 *
 * <p>Answers are streamed unless {@link Builder#stream(boolean)} disables it; then the single chunk of an answer
 * arrives when the answer is complete, and the first-byte limit is the total one. The options of the generation are
 * those of the request; this client's own settings override them. Temperature, nucleus, maximum tokens, seed and stop
 * texts are in the body's {@code options}, where the maximum is {@code num_predict}. The sink is called by another
 * thread than the caller's while {@link #infer} waits.
 *
 * <p>Ollama counts tokens and times loading, prompt and generation itself. A count or duration of zero is unknown to
 * it, and absent here.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class OllamaClient extends ServedModelClient {
    /** The environment variable with the key of a server that requires one. */
    public static final String KEY_VARIABLE = "OLLAMA_API_KEY";
    /** The default address of Ollama. */
    public static final String DEFAULT_BASE_URL = "http://localhost:11434";

    private static final String ACCEPT = "application/x-ndjson, application/json";
    private static final ModelListing MODELS = new ModelListing("an Ollama server",
            "check the port; Ollama's own is 11434", "/api/tags", "models", "name",
            (model, name) -> tagged(name).equals(tagged(model)), false,
            "Get it with 'ollama pull %s', or name one of them as the model");

    private final Api api;
    private final Map<String, String> options;

    private OllamaClient(HttpSettings settings, Api api, Map<String, String> options) {
        super(served(settings), Map.of("api", api.label()));
        this.api = api;
        this.options = Map.copyOf(options);
    }

    private static ServedModel served(HttpSettings settings) {
        return new ServedModel(settings,
                ModelServer.of(settings, ModelServer.AUTHORIZATION, Map.of(), KEY_VARIABLE,
                        "get the model with 'ollama pull " + settings.model()
                                + "' if Ollama lacks it, else check the base URL"),
                MODELS);
    }

    private static String tagged(String name) {
        return name.substring(name.lastIndexOf('/') + 1).contains(":") ? name : name + ":latest";
    }

    /**
     * Builds a client of the Ollama server of this machine.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return builder(DEFAULT_BASE_URL);
    }

    /**
     * Builds a client.
     *
     * @param baseUrl the server's address, for example {@code http://localhost:11434}; {@code /api}, {@code /v1} and
     *                the paths of its own APIs at the end are omitted
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String baseUrl) {
        return new Builder(
                ServerAddress.parse(baseUrl, "", Api.CHAT.path(), Api.GENERATE.path(), "/api", "/chat/completions",
                        "/v1"));
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        HttpSettings settings = served().settings();
        return served().ask(api.path(), ACCEPT, () -> new OllamaBody(api, settings.model(), settings.stream(), options),
                request, sink,
                answerSink -> new LineExchange(served().server(), settings.stream(), answerSink,
                        new OllamaAnswer(api.form(), answerSink)));
    }

    /** A builder of a client. */
    public static final class Builder extends HttpClientBuilder<Builder> {
        private Api api = Api.CHAT;
        private final Map<String, String> options = new LinkedHashMap<>();

        private Builder(ServerAddress address) {
            super("ollama", address);
        }

        @Override
        protected Builder self() {
            return this;
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
         * Sets the time for which the server keeps the model in memory after a request; its own default is five
         * minutes.
         *
         * @param duration in Ollama's form: {@code 10m}, a number of seconds, {@code 0} for not at all, {@code -1} for
         *                 ever
         * @return this builder for method chaining
         */
        public Builder keepAlive(String duration) {
            String text = requireText("keep_alive", duration);
            boolean number = text.matches("-?\\d{1,18}");
            return keepBodyField("keep_alive", number ? text : Json.write(Json.fromPlain(text)));
        }

        /**
         * Sets whether the model thinks before it answers; without it the model's own default applies. Ollama refuses
         * it for a model that cannot think.
         *
         * @param thinks true to think
         * @return this builder for method chaining
         */
        public Builder think(boolean thinks) {
            return keepBodyField("think", String.valueOf(thinks));
        }

        /**
         * Sets how much the model thinks before it answers, for models with levels.
         *
         * @param level for example {@code low}, {@code medium} or {@code high}
         * @return this builder for method chaining
         */
        public Builder think(String level) {
            return keepBodyField("think", Json.write(Json.fromPlain(requireText("think", level))));
        }

        /**
         * Sends a further option of the model, for example {@code num_ctx} as {@code 8192}.
         *
         * @param name Ollama's name of the option
         * @param json its value as JSON; {@code null} omits an option that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the value is not JSON
         */
        public Builder option(String name, String json) {
            OllamaBody.OPTIONS.require(name, json);
            options.put(name, json);
            return this;
        }

        /**
         * Sends a further field in each request's body, for example {@code raw} as {@code true} to generate.
         *
         * @param name any but {@code model}, {@code messages}, {@code prompt}, {@code system}, {@code stream} and
         *             {@code options}
         * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the field cannot be sent
         */
        @Override
        public Builder bodyField(String name, String json) {
            OllamaBody.FIELDS.require(name, json);
            return keepBodyField(name, json);
        }

        private static String requireText(String name, String value) {
            if (value.isBlank()) {
                throw new ConfigurationException(name + " is empty; leave it out to let the server decide");
            }
            return value.strip();
        }

        @Override
        public OllamaClient build() {
            return new OllamaClient(settings(MODELS.path(), unnamed -> served(unnamed).offered()), api, options);
        }
    }

    /** The two APIs of Ollama. */
    public enum Api {
        /** A conversation, with the model's own template: {@code /api/chat}. */
        CHAT,
        /** One prompt, with the model's template unless {@code raw} disables it: {@code /api/generate}. */
        GENERATE;

        /**
         * Parses a user's input.
         *
         * @param text {@code chat} or {@code generate}
         * @return the way; empty for any other text
         */
        public static Optional<Api> of(String text) {
            return switch (text.strip()) {
                case "chat" -> Optional.of(CHAT);
                case "generate" -> Optional.of(GENERATE);
                default -> Optional.empty();
            };
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
            return "/api/" + label();
        }

        /** Returns the form of its records. */
        OllamaAnswer.Form form() {
            return this == CHAT ? OllamaAnswer.Form.CHAT : OllamaAnswer.Form.GENERATE;
        }
    }
}
