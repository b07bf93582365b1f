package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of SGLang: as {@link OpenAiClientProvider}, but at SGLang's own address by default. Token
 * counts with each chunk are requested unless {@code continuous_usage} is {@code false}.
 */
public final class SglangClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public SglangClientProvider() {
        super(new OpenAiPreset(OpenAiClient.SGLANG, Optional.of("http://localhost:30000/v1"), List.of("OPENAI_API_KEY"),
                OpenAiPreset.Counts.CONTINUOUS_USAGE),
                "an SGLang server, at http://localhost:30000/v1 by default");
    }
}
