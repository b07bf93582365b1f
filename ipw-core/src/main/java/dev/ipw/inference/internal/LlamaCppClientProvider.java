package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of llama.cpp's server: as {@link OpenAiClientProvider}, but at its own address by default,
 * and with the key in the variable {@code LLAMA_API_KEY} that the server itself reads, before {@code OPENAI_API_KEY}.
 * Timings with each chunk, which count tokens, are requested by {@code timings_per_token} unless
 * {@code continuous_usage} is {@code false}.
 */
public final class LlamaCppClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public LlamaCppClientProvider() {
        super(new OpenAiPreset(OpenAiClient.LLAMA_CPP, Optional.of("http://localhost:8080/v1"),
                List.of("LLAMA_API_KEY", "OPENAI_API_KEY"), OpenAiPreset.Counts.TIMINGS_PER_TOKEN),
                "a server of llama.cpp (llama-server), at http://localhost:8080/v1 by default");
    }
}
