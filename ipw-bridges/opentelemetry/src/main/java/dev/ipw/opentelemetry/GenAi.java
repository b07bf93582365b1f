package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.ReadableSpan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Read the attributes of the GenAI conventions of OpenTelemetry, by their names of now and by the older ones. */
final class GenAi {
    private static final String NAMESPACE = "gen_ai.";
    private static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    private static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    private static final AttributeKey<Long> PROMPT_TOKENS = AttributeKey.longKey("gen_ai.usage.prompt_tokens");
    private static final AttributeKey<Long> COMPLETION_TOKENS = AttributeKey.longKey("gen_ai.usage.completion_tokens");

    private GenAi() {}

    /**
     * The tokens of a call.
     *
     * @param input  of the prompt
     * @param output of the answer
     */
    record Tokens(long input, long output) {}

    /** Return whether a span that starts with these attributes is a call of a model, of an agent or of a tool. */
    static boolean isOperation(Attributes atStart) {
        return atStart.asMap().keySet().stream().anyMatch(key -> key.getKey().startsWith(NAMESPACE));
    }

    /** Return the tokens that a span tells, if it tells both numbers. */
    static Optional<Tokens> tokensOf(ReadableSpan span) {
        Long input = first(span, INPUT_TOKENS, PROMPT_TOKENS);
        Long output = first(span, OUTPUT_TOKENS, COMPLETION_TOKENS);
        return input == null || output == null || input < 0 || output < 0 || input + output == 0
                ? Optional.empty()
                : Optional.of(new Tokens(input, output));
    }

    private static @Nullable Long first(ReadableSpan span, AttributeKey<Long> now, AttributeKey<Long> before) {
        Long value = span.getAttribute(now);
        return value == null ? span.getAttribute(before) : value;
    }
}
