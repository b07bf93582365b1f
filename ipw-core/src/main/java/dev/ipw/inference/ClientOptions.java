package dev.ipw.inference;

import dev.ipw.plugin.Parameters;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The options of a client.
 *
 * @param model      the model to ask; empty for the client's default, if it has one
 * @param baseUrl    the server's address; empty for the client's default
 * @param parameters further parameters of the client
 * @param variables  environment variables, from which secrets may be read
 * @param seed       the seed of a client's random choices
 */
@API(status = API.Status.EXPERIMENTAL)
public record ClientOptions(Optional<String> model, Optional<URI> baseUrl, Parameters parameters,
        Map<String, String> variables, long seed) {
    /** Copies the variables. */
    public ClientOptions {
        Objects.requireNonNull(parameters, "parameters");
        variables = Map.copyOf(variables);
    }

    /**
     * Creates the options of a client, with a seed of zero.
     *
     * @param model      the model to ask; empty for the client's default, if it has one
     * @param baseUrl    the server's address; empty for the client's default
     * @param parameters further parameters of the client
     * @param variables  environment variables, from which secrets may be read
     */
    public ClientOptions(Optional<String> model, Optional<URI> baseUrl, Parameters parameters,
            Map<String, String> variables) {
        this(model, baseUrl, parameters, variables, 0);
    }
}
