package dev.ipw.progress;

import java.util.OptionalDouble;

/**
 * Hold the live figures of a run in progress. Times are those of the last thousand answers; a figure that was not
 * measures is absent.
 *
 * @param answersPerSecond                answers over the time since the measurement window began
 * @param outputTokensPerSecond           their tokens over that time
 * @param medianTimeToFirstTokenSeconds   median from the send to the first token
 * @param p90TimeToFirstTokenSeconds      its quantile at 0.9; absent below ten answers
 * @param medianTimePerOutputTokenSeconds median time between tokens
 * @param p90TimePerOutputTokenSeconds    its quantile at 0.9; absent below ten answers
 * @param watts                           power of the headline's devices over the last two seconds
 * @param joules                          what they used since the measurement window began
 */
public record LiveFigures(double answersPerSecond, OptionalDouble outputTokensPerSecond,
        OptionalDouble medianTimeToFirstTokenSeconds, OptionalDouble p90TimeToFirstTokenSeconds,
        OptionalDouble medianTimePerOutputTokenSeconds, OptionalDouble p90TimePerOutputTokenSeconds,
        OptionalDouble watts, OptionalDouble joules) {}
