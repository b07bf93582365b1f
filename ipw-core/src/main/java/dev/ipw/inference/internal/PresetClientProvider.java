package dev.ipw.inference.internal;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;

/** A provider of clients of one server with OpenAI's API. */
abstract class PresetClientProvider implements InferenceClientProvider {
    private final OpenAiPreset preset;
    private final String description;

    PresetClientProvider(OpenAiPreset preset, String description) {
        this.preset = preset;
        this.description = description;
    }

    @Override
    public final String id() {
        return preset.id();
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final InferenceClient create(ClientOptions options) {
        return preset.client(options);
    }
}
