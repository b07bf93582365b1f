package dev.ipw.inference.internal;

import java.util.List;
import java.util.Optional;

/**
 * The provider of clients of any server with OpenAI's chat completions, completions or responses. Parameters:
 * {@code api} ({@code chat}, {@code completions} or {@code responses}), {@code continuous_usage} ({@code true} requests
 * token counts with each chunk), {@code api_key} (or the variable {@code OPENAI_API_KEY}), {@code stream},
 * {@code check_model} ({@code false} allows a model that the server does not list), {@code temperature}, {@code top_p},
 * {@code max_tokens}, {@code seed}, {@code stop}, {@code connect_timeout}, {@code first_byte_timeout},
 * {@code idle_timeout}, {@code total_timeout}, {@code serving_host} ({@code local} or {@code remote}), and
 * {@code body.NAME} for any further field of the body, as JSON or text; {@code body.NAME=null} omits a field.
 */
public final class OpenAiClientProvider extends PresetClientProvider {
    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public OpenAiClientProvider() {
        super(new OpenAiPreset("openai", Optional.empty(), List.of("OPENAI_API_KEY"), OpenAiPreset.Counts.NOTHING),
                "any server with OpenAI's chat completions, completions or responses");
    }

    @Override
    public List<String> aliases() {
        return List.of("openai-server");
    }
}
