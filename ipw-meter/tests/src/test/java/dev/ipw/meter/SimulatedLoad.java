package dev.ipw.meter;

import java.util.List;
import java.util.Random;

/** The requests that a simulated meter sees. */
public interface SimulatedLoad {
    /**
     * Draws the requests that start in a time, which follows the one before.
     *
     * @param open the number of requests whose figures are not final
     */
    List<Arrival> arrivals(long fromNanos, long untilNanos, int open, Random random);

    /**
     * A request that starts.
     *
     * @param startNanos          when
     * @param origin              its labels
     * @param expectedInputTokens an estimate of its prompt's tokens
     * @param inputTokens         the tokens of its prompt
     * @param answerTokens        the tokens of its answer, which come one by one
     */
    record Arrival(long startNanos, RequestOrigin origin, double expectedInputTokens, long inputTokens,
            long answerTokens) {}
}
