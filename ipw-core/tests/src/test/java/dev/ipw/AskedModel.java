package dev.ipw;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;

/** The provider of the model that a {@link AskingJudge} asks. */
record AskedModel(FakeClient client) implements InferenceClientProvider {
    @Override
    public String id() {
        return "model";
    }

    @Override
    public String description() {
        return "is asked by the judge";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        return client;
    }
}
