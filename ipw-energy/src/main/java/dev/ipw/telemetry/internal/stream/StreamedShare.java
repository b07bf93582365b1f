package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.ShareTrust;
import java.util.OptionalDouble;

/**
 * A request's share of the joules of a block, over all devices that served it.
 *
 * @param request      the request
 * @param energy       its joules in the block, with their bounds
 * @param promptJoules the joules of its prompt; empty if they cannot be separated
 * @param answerJoules the joules of its answer; empty if they cannot be separated
 * @param fixedJoules  its part of the joules that the engine's steps use whatever is in them; empty if the cost of
 *                     steps is not known
 * @param trust        the reliability of the share
 * @param isLast       whether no later block adds to it
 */
public record StreamedShare(StreamedRequest request, EnergyReading energy, OptionalDouble promptJoules,
        OptionalDouble answerJoules, OptionalDouble fixedJoules, ShareTrust trust, boolean isLast) {}
