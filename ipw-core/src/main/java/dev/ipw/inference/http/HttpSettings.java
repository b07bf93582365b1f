package dev.ipw.inference.http;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenCounter;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the settings that all clients of served models share.
 *
 * @param id               the client's id
 * @param address          where the server is
 * @param model            the model to ask
 * @param apiKey           the API key, if the server requires one
 * @param stream           whether answers come piece by piece
 * @param checkModel       whether the model must be one that the server lists
 * @param overrides        how to generate, whatever a request says
 * @param connectTimeout   until the connection stands
 * @param firstByteTimeout from the send to the head of a streamed response
 * @param idleTimeout      for which a response may stand still
 * @param totalTimeout     of a whole request
 * @param servingHost      where the model runs; empty finds it from the address
 * @param retries          how often a request is tried again that the server was too busy for
 * @param seed             what the random part of the waits before that is drawn from
 * @param tokenizer        counts tokens where the server does not
 */
public record HttpSettings(String id, ServerAddress address, String model, Optional<ApiKey> apiKey, boolean stream,
        boolean checkModel, GenerationOptions overrides, Duration connectTimeout, Duration firstByteTimeout,
        Duration idleTimeout, Duration totalTimeout, Optional<ServingHost> servingHost, int retries, long seed,
        Optional<TokenCounter> tokenizer) {
    /** Refuse what is missing. */
    public HttpSettings {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(overrides, "overrides");
    }
}
