package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Optional;

/** The columns of a tool that worked for a query. */
final class ToolColumns extends StructColumns<UsedTool> {
    private final EnergyReadingColumns energy = EnergyReadingColumns.INSTANCE;
    private final Column<UsedTool, List<DeviceEnergy>> devices;
    private final Column<UsedTool, Optional<EnergyReading>> processEnergy;

    ToolColumns() {
        include(ToolSpanColumns.INSTANCE, UsedTool::span);
        includeOptional(energy, UsedTool::energy);
        devices = structs("devices", "the joules of each device", new DeviceEnergyColumns(), UsedTool::devices);
        processEnergy = optionalStruct("process_energy",
                "its processes' joules of the processor packages, by processor time; part of those above and of calls",
                EnergyReadingColumns.INSTANCE, UsedTool::processEnergy);
    }

    @Override
    public UsedTool read(TreeReader row) {
        return new UsedTool(ToolSpanColumns.INSTANCE.read(row),
                energy.isIn(row) ? Optional.of(energy.read(row)) : Optional.empty(), devices.in(row),
                processEnergy.in(row));
    }
}
