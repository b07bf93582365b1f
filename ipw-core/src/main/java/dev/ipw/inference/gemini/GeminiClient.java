package dev.ipw.inference.gemini;

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
import dev.ipw.inference.exchange.gemini.GenerateAnswer;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * A client of Google's Gemini API.
 *
 * <pre>{@code
 * try (var client = GeminiClient.builder().apiKey(key).model("gemini-2.5-flash").build()) {
 *     var recorder = new TimelineRecorder(System.nanoTime());
 *     var response = client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), recorder);
 * }
 * }</pre>
 *
 * <p>Answers are streamed unless {@link Builder#stream(boolean)} disables it; then the single chunk of an answer
 * arrives when the answer is complete, and the first-byte limit is the total one. The options of the generation are
 * those of the request; this client's own settings override them. Temperature, nucleus, maximum tokens, seed and stop
 * texts are in the body's {@code generationConfig}. The sink is called by another thread than the caller's while
 * {@link #infer} waits.
 *
 * <p>The signature of a tool call is kept, and sent back with the call and its results.
 *
 * <p>The output count includes the model's thoughts, as with other clients; the API's {@code candidatesTokenCount}
 * excludes them.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class GeminiClient extends ServedModelClient {
    /** The environment variable with the key. */
    public static final String KEY_VARIABLE = "GEMINI_API_KEY";
    private static final String HOST = "generativelanguage.googleapis.com";
    private static final String VERSION_PATH = "/v1beta";
    private static final String MODELS_PATH = VERSION_PATH + "/models";
    private static final String ACCEPT = "text/event-stream, application/json";
    private static final String PREFIX = "models/";
    private static final Pattern NAME = Pattern.compile("([a-zA-Z]+/)?[\\w.-]+");
    private static final ModelListing MODELS = new ModelListing("the Gemini API", "check the address",
            MODELS_PATH + "?pageSize=1000", "models", "name",
            (model, name) -> name.equals(model) || name.equals(PREFIX + model), false,
            "Name one of them as the model");

    private final Map<String, String> config;
    private final SignedReasoning signatures = new SignedReasoning();

    private GeminiClient(HttpSettings settings, Map<String, String> config) {
        super(served(settings), Map.of("api_version", VERSION_PATH.substring(1)));
        if (!NAME.matcher(settings.model()).matches()) {
            throw new ConfigurationException("'" + settings.model()
                    + "' is no name of a Gemini model; give one such as gemini-2.5-flash");
        }
        this.config = Map.copyOf(config);
    }

    private static ServedModel served(HttpSettings settings) {
        return new ServedModel(settings,
                ModelServer.of(settings, "x-goog-api-key", Map.of(), KEY_VARIABLE, "check the base URL and the model"),
                MODELS);
    }

    /**
     * Builds a client of Google's own server.
     *
     * @return a builder with the defaults
     */
    public static Builder builder() {
        return builder("https://" + HOST);
    }

    /**
     * Builds a client of a server with the Gemini API.
     *
     * @param baseUrl the server's address; with or without {@code /v1beta} at its end
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String baseUrl) {
        return new Builder(ServerAddress.parse(baseUrl, "", MODELS_PATH, VERSION_PATH));
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        HttpSettings settings = served().settings();
        String model = settings.model().contains("/") ? settings.model() : PREFIX + settings.model();
        String path = VERSION_PATH + "/" + model
                + (settings.stream() ? ":streamGenerateContent?alt=sse" : ":generateContent");
        return served().ask(path, ACCEPT, () -> new GenerateBody(config, signatures), request, sink,
                answerSink -> new EventExchange(served().server(), settings.stream(), answerSink,
                        new GenerateAnswer(answerSink, signatures)));
    }

    /** A builder of a client. */
    public static final class Builder extends HttpClientBuilder<Builder> {
        private final Map<String, String> config = new LinkedHashMap<>();

        private Builder(ServerAddress address) {
            super("gemini", address);
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
         * Sends a further field of the generation's configuration, for example {@code thinkingConfig} as
         * <code>{"thinkingBudget":0}</code>.
         *
         * @param name the API's name of the field
         * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the value is not JSON
         */
        public Builder config(String name, String json) {
            GenerateBody.CONFIG.require(name, json);
            config.put(name, json);
            return this;
        }

        /**
         * Sends a further field in each request's body, for example {@code safetySettings}.
         *
         * @param name any but {@code model}, {@code contents}, {@code systemInstruction} and {@code generationConfig}
         * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
         * @return this builder for method chaining
         * @throws ConfigurationException if the field cannot be sent
         */
        @Override
        public Builder bodyField(String name, String json) {
            GenerateBody.FIELDS.require(name, json);
            return keepBodyField(name, json);
        }

        @Override
        public GeminiClient build() {
            return new GeminiClient(settings(MODELS_PATH, unnamed -> served(unnamed).offered()), config);
        }
    }
}
