package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Optional;

/** The columns of a phase around a query. */
final class TimedPhaseColumns extends StructColumns<TimedPhase> {
    private final EnergyReadingColumns energy = EnergyReadingColumns.INSTANCE;
    private final Column<TimedPhase, List<DeviceEnergy>> devices;

    TimedPhaseColumns() {
        include(QueryPhaseColumns.INSTANCE, TimedPhase::span);
        includeOptional(energy, TimedPhase::energy);
        devices = structs("devices", "the joules of each device", new DeviceEnergyColumns(), TimedPhase::devices);
    }

    @Override
    public TimedPhase read(TreeReader row) {
        return new TimedPhase(QueryPhaseColumns.INSTANCE.read(row),
                energy.isIn(row) ? Optional.of(energy.read(row)) : Optional.empty(), devices.in(row));
    }
}
