package dev.ipw.importing.spans;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The description of one span in a file. Times are nanoseconds since 1970.
 *
 * @param key             its ids
 * @param parentId        the id of the span around it; empty if it is the first of its trace
 * @param name            its name
 * @param operation       its operation
 * @param startNanos      its start
 * @param endNanos        its end; empty if no end was written
 * @param firstTokenNanos the time of an answer's first token; empty if it is unknown
 * @param inputTokens     tokens of the prompt; empty if they are unknown
 * @param cachedTokens    those of them that were served from a cache
 * @param outputTokens    tokens of the answer; empty if they are unknown
 */
public record LoggedSpan(SpanKey key, Optional<String> parentId, String name, GenAiOperation operation,
        long startNanos, OptionalLong endNanos, OptionalLong firstTokenNanos, OptionalLong inputTokens,
        long cachedTokens, OptionalLong outputTokens) {

    /**
     * Returns the kind of the span.
     *
     * @return the kind
     */
    public SpanKind kind() {
        return operation.kind();
    }

    /** Returns whether it has an end that is not before its start. */
    boolean hasTime() {
        return endNanos.orElse(Long.MIN_VALUE) >= startNanos;
    }

    boolean hasTokens() {
        return inputTokens.orElse(0) + outputTokens.orElse(0) > 0;
    }
}
