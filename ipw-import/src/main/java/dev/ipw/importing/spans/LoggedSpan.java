package dev.ipw.importing.spans;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hold what a file says of one span. Times are nanoseconds since 1970.
 *
 * @param key             its ids
 * @param parentId        the id of the span that it lies in; empty if it is the first of its trace
 * @param name            its name
 * @param operation       what it stands for
 * @param startNanos      when it started
 * @param endNanos        when it ended; empty if no end was written
 * @param firstTokenNanos when the first token of an answer came; empty if that is not told
 * @param inputTokens     tokens of the prompt; empty if they are not told
 * @param cachedTokens    those of them that were served from a cache
 * @param outputTokens    tokens of the answer; empty if they are not told
 */
public record LoggedSpan(SpanKey key, Optional<String> parentId, String name, GenAiOperation operation,
        long startNanos, OptionalLong endNanos, OptionalLong firstTokenNanos, OptionalLong inputTokens,
        long cachedTokens, OptionalLong outputTokens) {
    /** Rejects nulls. */
    public LoggedSpan {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(parentId, "parentId");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(operation, "operation");
    }

    /**
     * Returns what it is.
     *
     * @return the kind
     */
    public SpanKind kind() {
        return operation.kind();
    }

    /** Returns whether it has an end, and that not before its start. */
    boolean hasTime() {
        return endNanos.orElse(Long.MIN_VALUE) >= startNanos;
    }

    boolean hasTokens() {
        return inputTokens.orElse(0) + outputTokens.orElse(0) > 0;
    }
}
