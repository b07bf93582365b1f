package dev.ipw.telemetry.hardware.emi;

import java.util.List;
import java.util.Optional;

/** The devices that offer Windows' Energy Meter Interface. */
interface MeterDevices {
    /** Lists the devices that are present now. */
    Listing list();

    /**
     * Opens a device for reading.
     *
     * @param path its interface path
     */
    Opening open(String path);

    /**
     * The present devices.
     *
     * @param paths   their interface paths
     * @param failure the reason why they cannot be listed; blank if they can
     */
    record Listing(List<String> paths, String failure) {
        /** Copies the list. */
        public Listing {
            paths = List.copyOf(paths);
        }
    }

    /**
     * A device that was opened, or the error.
     *
     * @param device the device; empty if it cannot be opened
     * @param error  Windows' number of the error; 0 if there was none
     */
    record Opening(Optional<MeterDevice> device, int error) {}
}
