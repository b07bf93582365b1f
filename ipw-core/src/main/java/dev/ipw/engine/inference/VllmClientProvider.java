package dev.ipw.engine.inference;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * Provide clients of vLLM: as {@link OpenAiClientProvider}, but at vLLM's own address by default, and with the key in
 * the variable {@code VLLM_API_KEY} that vLLM itself reads, before {@code OPENAI_API_KEY}. Token counts with each chunk
 * are asked for unless {@code continuous_usage} is {@code false}.
 */
public final class VllmClientProvider implements InferenceClientProvider {
    public static final String ID = OpenAiClient.VLLM;
    private static final OpenAiPreset PRESET = new OpenAiPreset(ID, Optional.of("http://localhost:8000/v1"),
            List.of("VLLM_API_KEY", "OPENAI_API_KEY"), true);

    /** Make a provider; {@link java.util.ServiceLoader} does. */
    public VllmClientProvider() {}

    @Override
    public String id() {
        return PRESET.id();
    }

    @Override
    public String description() {
        return "a vLLM server, at http://localhost:8000/v1 by default";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        return PRESET.client(options);
    }
}
