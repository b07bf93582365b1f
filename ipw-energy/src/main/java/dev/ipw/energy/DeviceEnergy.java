package dev.ipw.energy;

import java.util.Objects;

/**
 * The joules of one device.
 *
 * @param device  the device's permanent name
 * @param reading its joules
 */
public record DeviceEnergy(String device, EnergyReading reading) {
    /** Refuses nulls. */
    public DeviceEnergy {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(reading, "reading");
    }
}
