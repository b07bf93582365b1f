package dev.ipw.engine.quality;

import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Pauses;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what was seen of a measurement window, to be judged.
 *
 * @param inProcess           true if the model runs in this process
 * @param windowSeconds      how long the window was
 * @param firstToken          times to first token
 * @param latency             latencies
 * @param betweenChunks       mean times between the chunks of an answer
 * @param lags                how late requests were taken up
 * @param late                how many were taken up later than a number of seconds
 * @param pauses              how long this process stood still
 * @param ownProcessorPercent how much of the machine's processors it used
 * @param clockJumpSeconds    the largest jump of the wall clock
 * @param calibration         how late our clients stamp here
 */
record Observation(boolean inProcess, double windowSeconds, Delays firstToken, Delays latency, Delays betweenChunks,
        Delays lags, LateCount late, Pauses pauses, OptionalDouble ownProcessorPercent,
        OptionalDouble clockJumpSeconds, Optional<Calibration> calibration) {

    /** Count what took longer than a number of seconds. */
    @FunctionalInterface
    interface LateCount {
        long above(double seconds);
    }
}
