package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.TimeSpan;
import java.time.Duration;
import java.util.List;

/**
 * Hold what one span was charged of the devices' joules.
 *
 * @param id       the span's name
 * @param time     from its opening to its close, on the clock of {@link System#nanoTime()}
 * @param energy   its share of the headline's devices, its children's with it: MEASURED or INTEGRATED if it was alone,
 *                 ESTIMATED and flagged ATTRIBUTED if it overlapped others; UNAVAILABLE with the reason if nothing is measured
 * @param own      the part of it in which no child was open
 * @param net      the share beyond its part of the idle power; UNAVAILABLE with the reason if idle power is not known
 * @param process  what of the span's share of the processor packages this process used, by processor time
 * @param devices  its share of each device of the headline
 */
public record RequestEnergy(String id, TimeSpan time, EnergyReading energy, EnergyReading own, EnergyReading net,
        ProcessShare process, List<DeviceEnergy> devices) {
    /** Copy the list. */
    public RequestEnergy {
        devices = List.copyOf(devices);
    }

    /**
     * Return how long it was open.
     *
     * @return the time from its opening to its close
     */
    public Duration duration() {
        return Duration.ofNanos(time.nanos());
    }

    /** Write the share for a person, for example {@code ticket-17: 12.4 J [11.9, 12.9] ESTIMATED (powercap package-0)}. */
    @Override
    public String toString() {
        return id + ": " + energy;
    }
}
