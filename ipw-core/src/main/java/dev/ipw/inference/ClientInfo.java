package dev.ipw.inference;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Describe a client for the record of a run. Holds no secret.
 *
 * @param id          the client's id
 * @param model       the model it asks
 * @param endpoint    where it sends requests, if it sends them
 * @param servingHost where the model runs
 * @param details     further facts by name, for example server software
 */
public record ClientInfo(String id, String model, Optional<URI> endpoint, ServingHost servingHost,
        Map<String, String> details) {
    /** Copy the details. */
    public ClientInfo {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(model, "model");
        details = Map.copyOf(details);
    }

    /**
     * Return whether the model runs in this process.
     *
     * @return true if there is nowhere that requests are sent to, and the model runs on this machine
     */
    public boolean isInProcess() {
        return endpoint.isEmpty() && servingHost == ServingHost.LOCAL;
    }
}
