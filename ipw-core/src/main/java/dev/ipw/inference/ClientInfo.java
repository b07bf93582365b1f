package dev.ipw.inference;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The description of a client for the record of a run. It contains no secret.
 *
 * @param id          the client's id
 * @param model       the client's model
 * @param endpoint    the address of its requests, if it sends them
 * @param servingHost where the model runs
 * @param details     further facts by name, for example server software
 */
@API(status = API.Status.EXPERIMENTAL)
public record ClientInfo(String id, String model, Optional<URI> endpoint, ServingHost servingHost,
        Map<String, String> details) {
    /** Copies the details. */
    public ClientInfo {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(model, "model");
        details = Map.copyOf(details);
    }

    /**
     * Describes a client whose model runs in this process.
     *
     * @param id    the client's id
     * @param model the client's model
     * @return the description
     */
    public static ClientInfo inProcess(String id, String model) {
        return new ClientInfo(id, model, Optional.empty(), ServingHost.LOCAL, Map.of());
    }

    /**
     * Describes a client that sends requests to a server.
     *
     * @param id          the client's id
     * @param model       the client's model
     * @param endpoint    the address of its requests; without a password
     * @param servingHost where the model runs
     * @return the description
     */
    public static ClientInfo ofServer(String id, String model, URI endpoint, ServingHost servingHost) {
        return new ClientInfo(id, model, Optional.of(endpoint), servingHost, Map.of());
    }

    /**
     * Replaces the further facts.
     *
     * @param facts by name, for example server software
     * @return the same description with those facts
     */
    public ClientInfo withDetails(Map<String, String> facts) {
        return new ClientInfo(id, model, endpoint, servingHost, facts);
    }

    /**
     * Returns whether the model runs in this process.
     *
     * @return true if it sends requests nowhere, and the model runs on this machine
     */
    public boolean isInProcess() {
        return endpoint.isEmpty() && servingHost == ServingHost.LOCAL;
    }
}
