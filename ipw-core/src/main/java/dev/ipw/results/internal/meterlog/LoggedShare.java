package dev.ipw.results.internal.meterlog;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A request's joules of a block.
 *
 * @param id           the request's unique name
 * @param joules       its joules; empty if they are unknown
 * @param lower        their lower bound
 * @param upper        their upper bound
 * @param promptJoules the joules of its prompt; empty if they cannot be separated
 * @param answerJoules the joules of its answer; empty if they cannot be separated
 * @param reason       why its joules are unknown
 */
public record LoggedShare(String id, OptionalDouble joules, OptionalDouble lower, OptionalDouble upper,
        OptionalDouble promptJoules, OptionalDouble answerJoules, Optional<String> reason) {}
