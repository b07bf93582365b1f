package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.Set;

/**
 * The additional doubts of a measured task about its window.
 *
 * @param unseen     devices whose counters did not move between the first reading at the full rate and the start
 * @param overlapped whether another task was measured at the same time
 */
record WindowDoubts(Set<DeviceSeries> unseen, boolean overlapped) {
    static final WindowDoubts NONE = new WindowDoubts(Set.of(), false);

    /** Flags the joules of a device; those of a brief window read low. */
    EnergyReading flag(DeviceSeries series, EnergyReading reading, boolean isBrief) {
        if (!reading.isAvailable()) {
            return reading;
        }
        EnergyReading seen = unseen.contains(series) || isBrief ? reading.flagged(EnergyFlag.SHORT) : reading;
        return overlapped ? seen.flagged(EnergyFlag.OVERLAPPED) : seen;
    }
}
