package dev.ipw.record;

import dev.ipw.energy.EnergyReading;
import java.util.Objects;

/**
 * Hold one device's part in a query.
 *
 * @param device  the device's lasting name
 * @param reading its joules
 */
public record DeviceEnergy(String device, EnergyReading reading) {
    /** Refuse nulls. */
    public DeviceEnergy {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(reading, "reading");
    }
}
