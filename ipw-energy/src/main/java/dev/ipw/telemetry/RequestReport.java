package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The joules of the devices since a session began to read them: requests + idle + other = device, to 1e-9. Spans that
 * were closed and divided long ago are only in the sums; such a span can still return its own joules.
 *
 * @param time     the time covered, on the clock of {@link System#nanoTime()}
 * @param device   the joules of the headline's devices in that time
 * @param requests the joules charged to all spans together, open ones included
 * @param idle     the joules used while no span was open
 * @param other    joules used at an unknown time, which belong to nobody
 * @param finished the number of closed outermost spans
 * @param open     the number of open outermost spans
 * @param left     the number of spans that were not followed, because 262,144 were waiting to be divided; their joules
 *                 are in the shares of others, or in idle
 * @param recent   the outermost spans that were closed last, at most a thousand, oldest first
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestReport(TimeSpan time, EnergyReading device, EnergyReading requests, EnergyReading idle,
        EnergyReading other, long finished, int open, long left, List<RequestEnergy> recent) {
    /** Copies the list. */
    public RequestReport {
        recent = List.copyOf(recent);
    }

    /**
     * Returns the duration that the report covers.
     *
     * @return the time from the first reading to the last divided moment
     */
    public Duration duration() {
        return Duration.ofNanos(time.nanos());
    }

    /** Formats the sums for a reader. */
    @Override
    public String toString() {
        return finished + " requests " + requests + ", idle " + idle + ", other " + other + ", together " + device;
    }
}
