package dev.ipw.record.internal;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The joules in the form of trees for other programs, with bounds, provenance, source and flags. */
public final class EnergyTree {
    private EnergyTree() {}

    /**
     * Writes a reading.
     *
     * @param reading the joules
     * @return an object; for unknown joules the figures are null, and the reason is included
     */
    public static TreeBuilder of(EnergyReading reading) {
        return TreeBuilder.object().put("joules", reading.joules()).put("lower", reading.lower())
                .put("upper", reading.upperBound()).put("provenance", reading.provenance().name())
                .put("scope", reading.scopeLabel()).put("source", reading.source())
                .put("flags", reading.flags().stream().sorted().map(Enum::name).toList())
                .put("reason", reading.reason());
    }

    /**
     * Writes the joules of each device.
     *
     * @param devices the devices
     * @return an object for each, with its name
     */
    public static List<Map<String, @Nullable Object>> of(List<DeviceEnergy> devices) {
        return devices.stream().map(device -> {
            TreeBuilder tree = TreeBuilder.object().put("device", device.device());
            of(device.reading()).build().forEach(tree::put);
            return tree.build();
        }).toList();
    }

    /** Adds up the devices of a scope, if all of their joules are completely known. */
    static OptionalDouble complete(List<DeviceEnergy> devices, Scope scope) {
        return devices.stream().map(DeviceEnergy::reading).filter(reading -> reading.scopes().contains(scope))
                .reduce(EnergyReading::plus).filter(EnergyReading::isComplete).map(EnergyReading::joules)
                .orElse(OptionalDouble.empty());
    }
}
