package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergyUse;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.TimeSpan;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The share of one span in the devices' joules.
 *
 * @param id      the span's name
 * @param time    from its opening to its close, on the clock of {@link System#nanoTime()}
 * @param energy  its share of the devices that {@link TelemetryWindow#energy()} adds up, with its children's shares:
 *                MEASURED or INTEGRATED if it was alone, ESTIMATED and flagged ATTRIBUTED if it overlapped others;
 *                UNAVAILABLE with the reason if nothing is measured
 * @param ownEnergy the part of the energy during which no child was open
 * @param netEnergy the energy beyond its part of the idle power; UNAVAILABLE with the reason if idle power is not known
 * @param process this process's part, by processor time, of the span's share of the processor packages
 * @param devices its share of each of the devices
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestEnergy(String id, TimeSpan time, EnergyReading energy, EnergyReading ownEnergy,
        EnergyReading netEnergy, ProcessShare process, List<DeviceEnergy> devices) implements EnergyUse {
    /** Copies the list. */
    public RequestEnergy {
        devices = List.copyOf(devices);
    }

    /**
     * Returns the duration of the span.
     *
     * @return the time from its opening to its close
     */
    public Duration duration() {
        return Duration.ofNanos(time.nanos());
    }

    /**
     * Formats the share for a reader, for example
     * {@code ticket-17: 12.4 J [11.9, 12.9] ESTIMATED (powercap package-0)}.
     */
    @Override
    public String toString() {
        return id + ": " + energy;
    }
}
