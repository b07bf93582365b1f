package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of TensorRT-LLM's {@code trtllm-serve}: as {@link OpenAiClientProvider}, but at its own
 * address by default. Token counts with each chunk are requested unless {@code continuous_usage} is {@code false}.
 */
public final class TrtLlmClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public TrtLlmClientProvider() {
        super(new OpenAiPreset(OpenAiClient.TRTLLM, Optional.of("http://localhost:8000/v1"), List.of("OPENAI_API_KEY"),
                OpenAiPreset.Counts.CONTINUOUS_USAGE),
                "a TensorRT-LLM server (trtllm-serve), at http://localhost:8000/v1 by default");
    }
}
