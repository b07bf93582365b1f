package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.secret.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The settings of the client.
 *
 * @param id         the client's id, such as {@code openai}; empty for a client that is passed in
 * @param model      the model's name on its server; empty for the client's default
 * @param baseUrl    the server's address; empty for the client's default
 * @param parameters further parameters of the client, by name
 */
@API(status = API.Status.EXPERIMENTAL)
public record ClientSettings(Optional<String> id, Optional<String> model, Optional<URI> baseUrl,
        Map<String, String> parameters) {
    /** The settings without any choice. */
    public static final ClientSettings NONE = new ClientSettings(Optional.empty(), Optional.empty(), Optional.empty(),
            Map.of());

    /** Copies the parameters and rejects nulls. */
    public ClientSettings {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(baseUrl, "baseUrl");
        parameters = Map.copyOf(parameters);
    }

    /**
     * Returns the settings of a given client.
     *
     * @param client     the client
     * @param parameters the parameters with which it was created
     * @return the effective settings
     */
    public static ClientSettings of(ClientInfo client, Map<String, String> parameters) {
        return new ClientSettings(Optional.of(client.id()), Optional.of(client.model()), client.endpoint(),
                parameters);
    }

    /**
     * Sets the client.
     *
     * @param name its id
     * @return the changed copy
     */
    public ClientSettings id(String name) {
        return new ClientSettings(Optional.of(name), model, baseUrl, parameters);
    }

    /**
     * Sets the model.
     *
     * @param name the model's name on its server
     * @return the changed copy
     */
    public ClientSettings model(String name) {
        return new ClientSettings(id, Optional.of(name), baseUrl, parameters);
    }

    /**
     * Sets the server's address.
     *
     * @param url for example {@code http://127.0.0.1:8000/v1}; the scheme may be missing
     * @return the changed copy
     * @throws ConfigurationException if it is not a valid address
     */
    public ClientSettings baseUrl(String url) {
        try {
            return new ClientSettings(id, model, Optional.of(new URI(ServerAddress.withScheme(url))), parameters);
        } catch (URISyntaxException notAnAddress) {
            // The cause is dropped because it quotes the address, which may contain a user or a key.
            throw new ConfigurationException(
                    "'" + Redaction.typedAddress(url) + "' is no address: " + notAnAddress.getReason()
                            + ". Give one such as http://127.0.0.1:8000/v1");
        }
    }

    /**
     * Adds parameters.
     *
     * @param more the parameters by name; they replace those of the same name
     * @return a copy with them
     */
    public ClientSettings parameters(Map<String, String> more) {
        return new ClientSettings(id, model, baseUrl, Parts.joined(parameters, more));
    }

    /**
     * Removes the secrets, so that the settings can be kept.
     *
     * @return a copy with a placeholder for each
     */
    public ClientSettings withoutSecrets() {
        return new ClientSettings(id, model, baseUrl.map(Redaction::address), Redaction.parameters(parameters));
    }
}
