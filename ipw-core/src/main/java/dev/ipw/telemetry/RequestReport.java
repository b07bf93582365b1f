package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import java.time.Duration;
import java.util.List;

/**
 * Hold what the devices used since a session began to read them: requests + idle + other = device, to 1e-9. Spans that were closed
 * and divided long ago are in the sums only; who holds one can still ask it for its joules.
 *
 * @param time     what it covers, on the clock of {@link System#nanoTime()}
 * @param device   what the headline's devices used in it
 * @param requests what all spans were charged together, those that are open still with it
 * @param idle     what was used while no span was open
 * @param other    what is known to be used but not when, so that it is nobody's
 * @param finished how many outermost spans were closed
 * @param open     how many outermost spans are open
 * @param left     how many spans were not followed, as 262,144 were waiting to be divided; their joules are the others', or idle
 * @param recent   the outermost spans that were closed last, a thousand at most, oldest first
 */
public record RequestReport(TimeSpan time, EnergyReading device, EnergyReading requests, EnergyReading idle,
        EnergyReading other, long finished, int open, long left, List<RequestEnergy> recent) {
    /** Copy the list. */
    public RequestReport {
        recent = List.copyOf(recent);
    }

    /**
     * Return how long it covers.
     *
     * @return the time from the first reading to the last moment that is divided
     */
    public Duration duration() {
        return Duration.ofNanos(time.nanos());
    }

    /** Write the sums for a person. */
    @Override
    public String toString() {
        return finished + " requests " + requests + ", idle " + idle + ", other " + other + ", together " + device;
    }
}
