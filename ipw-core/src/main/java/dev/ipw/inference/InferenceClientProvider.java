package dev.ipw.inference;

import dev.ipw.plugin.PluginProvider;
import org.apiguardian.api.API;

/** A provider of clients of one kind of server or of one model runtime. */
@API(status = API.Status.EXPERIMENTAL)
public interface InferenceClientProvider extends PluginProvider {
    /**
     * Creates a client. Nothing is sent yet.
     *
     * @param options the options of the client
     * @return the client
     * @throws dev.ipw.error.ConfigurationException if an option is missing or wrong
     */
    InferenceClient create(ClientOptions options);

    /**
     * Returns the id of the dataset that suits this client if a user names none.
     *
     * @return a dataset's id, {@code starter} by default
     */
    default String defaultDataset() {
        return "starter";
    }
}
