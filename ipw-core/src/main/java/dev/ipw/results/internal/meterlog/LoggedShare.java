package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.attribution.PhaseJoules;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A request's joules of a block.
 *
 * @param id     the request's unique name
 * @param joules its joules; empty if they are unknown
 * @param lower  their lower bound
 * @param upper  their upper bound
 * @param phases the joules of its prompt and its answer with their bounds; empty if they cannot be separated well
 * @param reason why its joules are unknown
 */
public record LoggedShare(String id, OptionalDouble joules, OptionalDouble lower, OptionalDouble upper,
        Optional<PhaseJoules> phases, Optional<String> reason) {}
