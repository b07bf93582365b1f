package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.ToolSpan;
import java.util.List;
import java.util.Optional;

/**
 * One tool that worked for a query, with its cost.
 *
 * @param span          the tool and its time
 * @param energy        its joules; empty if unknown
 * @param devices       the same of each device
 * @param processEnergy its processes' joules of the processor packages; empty if unknown
 */
record UsedTool(ToolSpan span, Optional<EnergyReading> energy, List<DeviceEnergy> devices,
        Optional<EnergyReading> processEnergy) {
    UsedTool {
        devices = List.copyOf(devices);
    }
}
