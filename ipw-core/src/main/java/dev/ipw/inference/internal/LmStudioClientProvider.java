package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of LM Studio: as {@link OpenAiClientProvider}, but at its own address by default, and with
 * the key in the variable {@code LM_API_TOKEN}, before {@code OPENAI_API_KEY}.
 */
public final class LmStudioClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public LmStudioClientProvider() {
        super(new OpenAiPreset(OpenAiClient.LM_STUDIO, Optional.of("http://localhost:1234/v1"),
                List.of("LM_API_TOKEN", "OPENAI_API_KEY"), OpenAiPreset.Counts.NOTHING),
                "LM Studio, at http://localhost:1234/v1 by default");
    }
}
