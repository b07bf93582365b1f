package dev.ipw.benchmarks.routing;

import java.util.OptionalDouble;

/**
 * The answer of one model to a question.
 *
 * @param isRight whether its answer is right; a failed request is not
 * @param joules  its energy; empty unless completely known
 * @param flop    its floating-point operations, if known
 * @param usd     its dollars; empty unless everything has a price
 * @param seconds its time to the end of the answer; empty if the request failed
 */
record ModelAnswer(boolean isRight, OptionalDouble joules, OptionalDouble flop, OptionalDouble usd,
        OptionalDouble seconds) {

    /** Returns the cost in a resource, if known. */
    OptionalDouble cost(RoutingResource resource) {
        return switch (resource) {
            case JOULES -> joules;
            case FLOP -> flop;
            case USD -> usd;
            case SECONDS -> seconds;
        };
    }
}
