package dev.ipw.energy.simulation.engine;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request as its client logged it. All times are nanoseconds of the clock of {@link EngineTrace#readings()}.
 *
 * @param startNanos        when the client sent it
 * @param firstTokenNanos   when the first token reached the client; empty where the log does not say
 * @param endNanos          when the client had the whole answer
 * @param inputTokens       tokens of the prompt, cached ones included
 * @param outputTokens      tokens of the answer
 * @param cachedInputTokens tokens of the prompt that the log says came from a cache; empty where it does not say
 * @param tokenNanos        when each piece of the answer came, in order; empty where the log has none
 * @param tokenCounts       tokens of each piece, as long as {@code tokenNanos}, or empty where the log does not say
 */
public record EngineRequest(String id, long startNanos, OptionalLong firstTokenNanos, long endNanos, int inputTokens,
        int outputTokens, OptionalInt cachedInputTokens, long[] tokenNanos, int[] tokenCounts) {}
