package dev.ipw.inference.anthropic;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.exchange.EventExchange;
import dev.ipw.inference.exchange.ModelListing;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.exchange.ServedModel;
import dev.ipw.inference.exchange.ServedModelClient;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.inference.exchange.anthropic.MessagesAnswer;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A client of Anthropic, or another server with its Messages API.
 *
 * <pre>{@code
 * try (var client = AnthropicClient.builder().apiKey(key).model("claude-sonnet-4-5").build()) {
 *     var recorder = new TimelineRecorder(System.nanoTime());
 *     var response = client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), recorder);
 * }
 * }</pre>
 *
 * <p>Answers are streamed unless {@link Builder#stream(boolean)} disables it; then the single chunk of an answer
 * arrives when the answer is complete, and the first-byte limit is the total one. The options of the generation are
 * those of the request; this client's own settings override them, and a body field takes precedence over an option. The
 * API requires a limit of tokens: if neither request nor client sets one, {@code max_tokens} is 1024. It takes no seed;
 * that of a request is not sent. If the body field {@code thinking} makes the model think, the temperature of a request
 * is omitted, because the API refuses the two together; one that is set on this client is sent. The sink is called by
 * another thread than the caller's while {@link #infer} waits.
 *
 * <p>The model's thoughts before a tool call are kept, and sent back with the call and its results.
 *
 * <p>The input count is the whole prompt: the API's {@code input_tokens} excludes the tokens that were read from the
 * cache or written to it, and the three are summed. Those read are the cached ones.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class AnthropicClient extends ServedModelClient {
    /** The environment variable with the key. */
    public static final String KEY_VARIABLE = "ANTHROPIC_API_KEY";
    private static final String HOST = "api.anthropic.com";
    /** The address of Anthropic itself. */
    public static final String DEFAULT_BASE_URL = "https://" + HOST;

    private static final String VERSION = "2023-06-01";
    private static final String VERSION_PATH = "/v1";
    private static final String ACCEPT = "text/event-stream, application/json";
    /** Anthropic lists dated names and accepts them without the date; llama.cpp answers to any name. */
    private static final ModelListing MODELS = new ModelListing("a server of the Messages API",
            "check the port and the path", VERSION_PATH + "/models?limit=1000", "data", "id",
            (model, name) -> name.equals(model) || isDated(name, model), true,
            "Name one of them as the model");

    private final SignedReasoning reasoning = new SignedReasoning();

    private static boolean isDated(String name, String model) {
        return name.startsWith(model + "-") && name.substring(model.length() + 1).matches("\\d{8}|latest");
    }

    private AnthropicClient(HttpSettings settings) {
        super(served(settings), Map.of("anthropic_version", VERSION));
    }

    private static ServedModel served(HttpSettings settings) {
        return new ServedModel(settings, ModelServer.of(settings, "x-api-key",
                Map.of("anthropic-version", VERSION), KEY_VARIABLE, "check the base URL and the model"), MODELS);
    }

    /**
     * Builds a client of Anthropic itself.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return builder(DEFAULT_BASE_URL);
    }

    /**
     * Builds a client of a server with the Messages API.
     *
     * @param baseUrl the server's address, for example {@code http://localhost:8080}; with or without {@code /v1} or
     *                {@code /v1/messages} at its end
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String baseUrl) {
        return new Builder(ServerAddress.parse(baseUrl, "", "/messages", VERSION_PATH));
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        HttpSettings settings = served().settings();
        return served().ask(VERSION_PATH + "/messages", ACCEPT,
                () -> new MessagesBody(settings.model(), settings.stream(), reasoning), request, sink,
                answerSink -> new EventExchange(served().server(), settings.stream(), answerSink,
                        new MessagesAnswer(answerSink, reasoning)));
    }

    /** A builder of a client. */
    public static final class Builder extends HttpClientBuilder<Builder> {
        private Builder(ServerAddress address) {
            super("anthropic", address);
            if (address.base().getHost().equalsIgnoreCase(HOST)) {
                // Independent of this machine's resolver.
                servingHost(ServingHost.REMOTE);
            }
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Throws, because the API has no seed.
         *
         * @param value any number
         * @return never
         * @throws ConfigurationException always; the message gives advice for a server that has one
         */
        @Override
        public Builder seed(long value) {
            throw new ConfigurationException("seed: the Messages API has none; leave it out, or send the body field "
                    + "seed (body.seed=" + value + ") to a server that takes one");
        }

        /**
         * Sends a further field in each request's body, for example {@code thinking} as
         * <code>{"type":"enabled","budget_tokens":2048}</code>.
         *
         * @param name any but {@code model}, {@code messages} and {@code stream}
         * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the field cannot be sent
         */
        @Override
        public Builder bodyField(String name, String json) {
            MessagesBody.FIELDS.require(name, json);
            return keepBodyField(name, json);
        }

        @Override
        public AnthropicClient build() {
            return new AnthropicClient(settings(VERSION_PATH + "/models", unnamed -> served(unnamed).offered()));
        }
    }
}
