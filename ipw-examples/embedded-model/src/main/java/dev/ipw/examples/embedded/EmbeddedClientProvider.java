package dev.ipw.examples.embedded;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;

/** The provider of the client of the model in this process. */
public final class EmbeddedClientProvider implements InferenceClientProvider {
    static final String ID = "embedded";

    /** Creates the provider. */
    public EmbeddedClientProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "a small transformer in plain Java, in this process; --model small, medium or large";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        options.parameters().rejectUnknown();
        if (options.baseUrl().isPresent()) {
            throw new ConfigurationException("The embedded model runs in this process and takes no base URL, but "
                    + options.baseUrl().get() + " was given. Leave it out, or choose the client openai");
        }
        try {
            return new EmbeddedClient(ModelSize.of(options.model().orElse(ModelSize.LARGE.id())));
        } catch (IllegalArgumentException unknownSize) {
            throw new ConfigurationException(String.valueOf(unknownSize.getMessage()), unknownSize);
        }
    }

    @Override
    public String defaultDataset() {
        return ArithmeticDatasetProvider.ID;
    }
}
