package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;

/** The columns of the joules of one device. */
final class DeviceEnergyColumns extends StructColumns<DeviceEnergy> {
    private final Column<DeviceEnergy, String> device = text("device", "the device's permanent name",
            DeviceEnergy::device);
    private final JoulesColumns joules = include(new JoulesColumns(), DeviceEnergy::reading);

    @Override
    public DeviceEnergy read(TreeReader row) {
        return new DeviceEnergy(device.in(row), joules.read(row, Optional.of("not measured in this query")));
    }
}
