package dev.ipw.inference.ollama;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
 * <p>
 * Answers are streamed unless {@link Builder#stream(boolean)} says otherwise; then the one chunk of an answer comes when
 * the whole of it has come, and the first-byte limit is the total one. How to generate is taken from the request; this
 * client's own settings override it. Temperature, nucleus, most tokens, seed and stop texts go into the body's {@code
 * options}, where the most tokens are {@code num_predict}. The sink is called by another thread than the caller's while
 * {@link #infer} waits.
 *
 * <p>
 * Ollama counts tokens and times loading, prompt and generation itself. A count or duration of zero is one that it does
 * not know, and is absent.
 */
public final class OllamaClient extends ServedModelClient {
    /** Holds the key of a server that wants one. */
    public static final String KEY_VARIABLE = "OLLAMA_API_KEY";
    /** Where Ollama listens unless told. */
    public static final String DEFAULT_BASE_URL = "http://localhost:11434";

    private static final String ACCEPT = "application/x-ndjson, application/json";
    private static final ModelListing MODELS = new ModelListing("an Ollama server",
            "check the port; Ollama's own is 11434", "/api/tags", "models", "name",
            (model, name) -> tagged(name).equals(tagged(model)), false,
            "Get it with 'ollama pull %s', or name one of them as the model");

    private final Api api;
    private final Map<String, String> options;

    private OllamaClient(HttpSettings settings, Api api, Map<String, String> options) {
        super(new ServedModel(settings,
                ModelServer.of(settings, ModelServer.AUTHORIZATION, Map.of(), KEY_VARIABLE,
                        "get the model with 'ollama pull " + settings.model()
                                + "' if Ollama lacks it, else check the base URL"),
                MODELS), Map.of("api", api.label()));
        this.api = api;
        this.options = Map.copyOf(options);
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
     * @param baseUrl where the server is, for example {@code http://localhost:11434}; {@code /api}, {@code /v1} and the
     *                paths of its own ways to ask at the end are omitted
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
                told -> new LineExchange(served().server(), settings.stream(), told, new OllamaAnswer(api, told)));
    }

    /** Configure a client. */
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
         * Chooses the way to ask; {@link Api#CHAT} by default.
         *
         * @param way the way
         * @return this builder for method chaining
         */
        public Builder api(Api way) {
            api = Objects.requireNonNull(way, "way");
            return this;
        }

        /**
         * Chooses how long the server keeps the model in memory after a request; its own default is five minutes.
         *
         * @param duration in Ollama's words: {@code 10m}, a number of seconds, {@code 0} for not at all, {@code -1} for
         *                 ever
         * @return this builder for method chaining
         */
        public Builder keepAlive(String duration) {
            String text = said("keep_alive", duration);
            boolean number = text.matches("-?\\d{1,18}");
            return keepBodyField("keep_alive", number ? text : Json.write(Json.fromPlain(text)));
        }

        /**
         * Chooses whether the model thinks before it answers; without it the model's own default holds. Ollama refuses
         * it for a model that cannot think.
         *
         * @param thinks true to think
         * @return this builder for method chaining
         */
        public Builder think(boolean thinks) {
            return keepBodyField("think", String.valueOf(thinks));
        }

        /**
         * Chooses how much the model thinks before it answers, for models that know levels.
         *
         * @param level for example {@code low}, {@code medium} or {@code high}
         * @return this builder for method chaining
         */
        public Builder think(String level) {
            return keepBodyField("think", Json.write(Json.fromPlain(said("think", level))));
        }

        /**
         * Sends a further option of the model, for example {@code num_ctx} as {@code 8192}.
         *
         * @param name Ollama's name of it
         * @param json its value as JSON; {@code null} omits an option that would be sent otherwise
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
         * @param json its value as JSON; {@code null} omits a field that would be sent otherwise
         * @return this builder for method chaining
         * @throws ConfigurationException if the field cannot be sent
         */
        @Override
        public Builder bodyField(String name, String json) {
            OllamaBody.FIELDS.require(name, json);
            return keepBodyField(name, json);
        }

        private static String said(String name, String value) {
            if (value.isBlank()) {
                throw new ConfigurationException(name + " is empty; leave it out to let the server decide");
            }
            return value.strip();
        }

        @Override
        public OllamaClient build() {
            return new OllamaClient(settings(MODELS.path()), api, options);
        }
    }

    /** Name the two ways in which Ollama answers. */
    public enum Api {
        /** A conversation, with the model's own template: {@code /api/chat}. */
        CHAT,
        /** One prompt, with the model's template unless {@code raw} says otherwise: {@code /api/generate}. */
        GENERATE;

        /**
         * Reads what a person typed.
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
         * Returns the name that a person types.
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

        /** Finds what holds text, reasoning and tool calls in a record. */
        JsonNode content(JsonNode record) {
            return this == CHAT ? record.path("message") : record;
        }

        /** Names the field of the visible text. */
        String textField() {
            return this == CHAT ? "content" : "response";
        }
    }
}
