package dev.ipw.agents;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The model of a run and its server, for agents whose programs call it themselves.
 *
 * @param model   the model's name; empty leaves it to the client
 * @param baseUrl the address of its server; empty leaves it to the client
 */
@API(status = API.Status.EXPERIMENTAL)
public record ModelAddress(Optional<String> model, Optional<String> baseUrl) {
    /** An unknown model and server. */
    public static final ModelAddress UNKNOWN = new ModelAddress(Optional.empty(), Optional.empty());

    /** Rejects nulls. */
    public ModelAddress {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(baseUrl, "baseUrl");
    }
}
