package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import org.jspecify.annotations.Nullable;

/** The attributes of the GenAI conventions of OpenTelemetry, by their current and their older names. */
final class GenAi {
    private static final String NAMESPACE = "gen_ai.";
    private static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    private static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    private static final AttributeKey<Long> PROMPT_TOKENS = AttributeKey.longKey("gen_ai.usage.prompt_tokens");
    private static final AttributeKey<Long> COMPLETION_TOKENS = AttributeKey.longKey("gen_ai.usage.completion_tokens");

    private GenAi() {}

    /** Returns whether a span that starts with these attributes is a call of a model, of an agent or of a tool. */
    static boolean isOperation(Attributes atStart) {
        return atStart.asMap().keySet().stream().anyMatch(key -> key.getKey().startsWith(NAMESPACE));
    }

    static @Nullable Long inputTokens(Attributes span) {
        return first(span, INPUT_TOKENS, PROMPT_TOKENS);
    }

    static @Nullable Long outputTokens(Attributes span) {
        return first(span, OUTPUT_TOKENS, COMPLETION_TOKENS);
    }

    private static @Nullable Long first(Attributes span, AttributeKey<Long> now, AttributeKey<Long> before) {
        Long value = span.get(now);
        return value == null ? span.get(before) : value;
    }
}
