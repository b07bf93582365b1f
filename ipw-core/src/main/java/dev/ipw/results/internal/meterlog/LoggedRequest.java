package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The final figures of a request.
 *
 * @param id                its unique name
 * @param model             the requested model
 * @param tenant            who asked
 * @param devices           the devices that served it; empty if all did
 * @param startedEpochNanos when it was sent, in nanoseconds since 1970
 * @param firstTokenNanos   the time to its first token
 * @param durationNanos     the time to its end
 * @param status            the server's HTTP status
 * @param failure           why its answer is not complete
 * @param inputTokens       tokens of its prompt
 * @param cachedTokens      the tokens among them that were served from a cache
 * @param outputTokens      tokens of its answer
 * @param reasoningTokens   the tokens among them that are reasoning
 * @param energy            its joules, or why they are unknown
 * @param phases            the joules of its prompt and its answer with their bounds
 * @param fixedJoules       its part of the fixed joules of steps
 * @param trust             the reliability of its joules
 */
public record LoggedRequest(String id, String model, String tenant, Set<String> devices, long startedEpochNanos,
        OptionalLong firstTokenNanos, OptionalLong durationNanos, OptionalInt status, Optional<String> failure,
        OptionalLong inputTokens, OptionalLong cachedTokens, OptionalLong outputTokens, OptionalLong reasoningTokens,
        EnergyReading energy, Optional<PhaseJoules> phases, OptionalDouble fixedJoules, ShareTrust trust)
        implements
            MeterLogEntry {}
