package dev.ipw.junit.contract;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.util.Map;
import java.util.Optional;

final class EmbeddedClientTests extends InferenceClientContract {
    @Override
    protected InferenceClient client() {
        return Plugins.builder("client", InferenceClientProvider.class).build().require("embedded").create(
                new ClientOptions(Optional.empty(), Optional.empty(), Parameters.none("embedded"), Map.of()));
    }

    @Override
    protected InferenceRequest request() {
        return InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    }
}
