package dev.ipw.agents.proxy;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.RequestRules;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The model server behind the proxy, with the keys that only the proxy knows.
 *
 * @param openAi    handles requests of OpenAI's protocols
 * @param anthropic handles requests of Anthropic's protocol
 * @param google    handles requests of Google's protocol
 */
public record Upstream(ModelServer openAi, ModelServer anthropic, ModelServer google) {
    private static final String VERSION_PATH = "/v1";
    private static final String OPENAI_VARIABLE = "OPENAI_API_KEY";
    private static final String ANTHROPIC_VARIABLE = "ANTHROPIC_API_KEY";
    private static final String GOOGLE_VARIABLE = "GEMINI_API_KEY";
    private static final String ADVICE = "check the base URL and the model";

    /**
     * Creates the description of a server.
     *
     * @param address     its address; without a path, {@code /v1} is added
     * @param keyVariable the environment variable with its key; empty takes OPENAI_API_KEY, ANTHROPIC_API_KEY or
     *                    GEMINI_API_KEY, depending on the protocol of a request
     * @param variables   returns an environment variable
     * @return the server
     * @throws ConfigurationException if the address is invalid, or the named variable is not set
     */
    public static Upstream of(String address, Optional<String> keyVariable,
            Function<String, Optional<String>> variables) {
        ServerAddress base = ServerAddress.parse(address, VERSION_PATH, "/chat/completions", "/completions",
                "/responses", "/messages");
        keyVariable.ifPresent(name -> {
            if (variables.apply(name).isEmpty()) {
                throw new ConfigurationException("The environment variable " + name
                        + ", which key_variable names, is not set: set it to the key of the model server");
            }
        });
        String openAiVariable = keyVariable.orElse(OPENAI_VARIABLE);
        String anthropicVariable = keyVariable.orElse(ANTHROPIC_VARIABLE);
        Optional<ApiKey> openAiKey = variables.apply(openAiVariable).map(ApiKey::of);
        String googleVariable = keyVariable.orElse(GOOGLE_VARIABLE);
        Optional<ApiKey> googleKey = variables.apply(googleVariable).map(ApiKey::of);
        Optional<ApiKey> anthropicKey = variables.apply(anthropicVariable).map(ApiKey::of);
        return new Upstream(new ModelServer(base, openAiKey, ModelServer.bearer(openAiKey), openAiVariable, ADVICE),
                new ModelServer(withVersion(base), anthropicKey,
                        anthropicKey.map(key -> Map.of("x-api-key", key.plain())).orElse(Map.of()), anthropicVariable,
                        ADVICE),
                new ModelServer(withoutVersion(base), googleKey,
                        googleKey.map(key -> Map.of("x-goog-api-key", key.plain())).orElse(Map.of()), googleVariable,
                        ADVICE));
    }

    /**
     * Returns an address with the version. Anthropic's clients add the version to their address, those of OpenAI do
     * not.
     */
    private static ServerAddress withVersion(ServerAddress base) {
        return base.base().getPath().endsWith(VERSION_PATH)
                ? base
                : new ServerAddress(base.resolve(VERSION_PATH));
    }

    /** Returns an address without the version, because Google's paths contain one of their own. */
    private static ServerAddress withoutVersion(ServerAddress base) {
        return new ServerAddress(URI.create(base.base().toString().replaceFirst("/v1(?:beta)?(?:/models)?$", "")));
    }

    /** Returns the server for a kind of request. */
    ModelServer server(ClientRequest request) {
        if (request.isGoogle()) {
            return google;
        }
        return request.isAnthropic() ? anthropic : openAi;
    }

    /**
     * Returns the address for a request. A path outside the API has no version, and Google's paths contain one of
     * their own.
     */
    URI address(ClientRequest request) {
        boolean isOfApi = request.hasVersion() || !RequestRules.isOfServer(request);
        String base = server(request).address().toString();
        String start = !isOfApi && base.endsWith(VERSION_PATH)
                ? base.substring(0, base.length() - VERSION_PATH.length())
                : base;
        String version = request.isGoogle() && request.hasVersion() ? VERSION_PATH : "";
        return URI.create(start + version + ClientRequest.encoded(request.path())
                + request.query().map(query -> "?" + query).orElse(""));
    }

    /** Returns a text without keys. */
    @Override
    public String toString() {
        return openAi.toString();
    }
}
