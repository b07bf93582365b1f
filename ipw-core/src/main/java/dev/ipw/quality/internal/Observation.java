package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Pauses;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The observations of a measurement window, as input of the rules.
 *
 * @param inProcess           true if the model runs in this process
 * @param windowSeconds       the length of the window
 * @param firstToken          times to first token
 * @param latency             latencies
 * @param betweenChunks       mean times between the chunks of an answer
 * @param lags                the delays of the requests' starts
 * @param late                counts the requests that started later than a number of seconds
 * @param pauses              the pauses of this process
 * @param ownProcessorPercent the share of the machine's processors that it used
 * @param clockJumpSeconds    the largest jump of the wall clock
 * @param calibration         the lag of our clients' timestamps on this machine
 */
record Observation(boolean inProcess, double windowSeconds, Delays firstToken, Delays latency, Delays betweenChunks,
        Delays lags, LateCount late, Pauses pauses, OptionalDouble ownProcessorPercent,
        OptionalDouble clockJumpSeconds, Optional<Calibration> calibration) {

    /** A count of delays beyond a number of seconds. */
    @FunctionalInterface
    interface LateCount {
        long above(double seconds);
    }
}
