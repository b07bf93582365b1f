package dev.ipw.energy;

import java.util.Objects;

/**
 * Hold the joules of one device.
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
