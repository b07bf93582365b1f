package dev.ipw.energy;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The joules of one device.
 *
 * @param device  the device's permanent name
 * @param reading its joules
 */
@API(status = API.Status.EXPERIMENTAL)
public record DeviceEnergy(String device, EnergyReading reading) {
    /** Refuses nulls. */
    public DeviceEnergy {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(reading, "reading");
    }
}
