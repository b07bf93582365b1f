package dev.ipw.inference;

import dev.ipw.plugin.PluginProvider;

/** Provide clients of one kind of server or of one model runtime. */
public interface InferenceClientProvider extends PluginProvider {
    /**
     * Makes a client. Nothing is sent yet.
     *
     * @param options how to make it
     * @return the client
     * @throws dev.ipw.error.ConfigurationException if an option is missing or wrong
     */
    InferenceClient create(ClientOptions options);

    /**
     * Names the dataset that suits this client if a user names none.
     *
     * @return a dataset's id, {@code starter} by default
     */
    default String defaultDataset() {
        return "starter";
    }
}
