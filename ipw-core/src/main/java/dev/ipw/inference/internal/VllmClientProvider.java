package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of vLLM: as {@link OpenAiClientProvider}, but at vLLM's own address by default, and with the
 * key in the variable {@code VLLM_API_KEY} that vLLM itself reads, before {@code OPENAI_API_KEY}. Token counts with
 * each chunk are requested unless {@code continuous_usage} is {@code false}.
 */
public final class VllmClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public VllmClientProvider() {
        super(new OpenAiPreset(OpenAiClient.VLLM, Optional.of("http://localhost:8000/v1"),
                List.of("VLLM_API_KEY", "OPENAI_API_KEY"), OpenAiPreset.Counts.CONTINUOUS_USAGE),
                "a vLLM server, at http://localhost:8000/v1 by default");
    }
}
