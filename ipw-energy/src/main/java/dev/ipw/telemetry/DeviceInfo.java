package dev.ipw.telemetry;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The description of a device.
 *
 * @param device  its permanent name, as in {@link Sensor#device()}
 * @param name    its maker's name for it, for example {@code NVIDIA H100 80GB HBM3}
 * @param vendor  its maker, for example {@code NVIDIA}; empty if it is not known
 * @param index   its number in the driver's own order, which a restart may change; empty if it has none
 * @param details further facts by name, for example {@code driver_version}, {@code pci_address}
 */
@API(status = API.Status.EXPERIMENTAL)
public record DeviceInfo(String device, String name, Optional<String> vendor, OptionalInt index,
        Map<String, String> details) {
    /** Copies the details. */
    public DeviceInfo {
        details = Map.copyOf(details);
    }

    DeviceInfo ofDevice(String other) {
        return new DeviceInfo(other, name, vendor, index, details);
    }
}
