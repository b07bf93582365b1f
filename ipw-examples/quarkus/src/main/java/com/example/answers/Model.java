package com.example.answers;

import dev.ipw.examples.embedded.EmbeddedClientProvider;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.plugin.Parameters;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;

/** The model: a small one in this process. */
final class Model {
    @Produces
    @Singleton
    InferenceClient client() {
        return new EmbeddedClientProvider()
                .create(new ClientOptions(Optional.of("large"), Optional.empty(), Parameters.none("embedded"), Map.of()));
    }
}
