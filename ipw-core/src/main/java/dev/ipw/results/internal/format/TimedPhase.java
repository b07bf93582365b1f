package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.QueryPhase;
import java.util.List;
import java.util.Optional;

/**
 * One phase around a query, with its cost.
 *
 * @param span    the phase and its time
 * @param energy  its joules; empty if unknown
 * @param devices the same of each device
 */
record TimedPhase(QueryPhase span, Optional<EnergyReading> energy, List<DeviceEnergy> devices) {
    TimedPhase {
        devices = List.copyOf(devices);
    }
}
