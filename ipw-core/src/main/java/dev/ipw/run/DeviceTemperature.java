package dev.ipw.run;

import java.util.Objects;

/**
 * Hold how warm a device was when a run's measurement window began and when it ended: a warm device draws more for the same
 * work.
 *
 * @param device       the device's lasting name
 * @param startCelsius the first temperature read in the window
 * @param endCelsius   the last one
 */
public record DeviceTemperature(String device, double startCelsius, double endCelsius) {
    /** Refuse nulls. */
    public DeviceTemperature {
        Objects.requireNonNull(device, "device");
    }
}
