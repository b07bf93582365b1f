package dev.ipw.inference.internal;

import dev.ipw.inference.openai.OpenAiClient;
import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of MLX's {@code mlx_lm.server}: as {@link OpenAiClientProvider}, but at its own address by
 * default.
 */
public final class MlxClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public MlxClientProvider() {
        super(new OpenAiPreset(OpenAiClient.MLX, Optional.of("http://localhost:8080/v1"), List.of("OPENAI_API_KEY"),
                OpenAiPreset.Counts.NOTHING),
                "a server of MLX (mlx_lm.server), at http://localhost:8080/v1 by default");
    }
}
