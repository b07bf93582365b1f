package dev.ipw.telemetry.hardware.emi;

import java.util.List;
import java.util.Optional;

/** Find and open the devices that offer Windows' Energy Meter Interface. */
interface MeterDevices {
    /** Lists the devices that are there now. */
    Listing list();

    /**
     * Opens one for reading.
     *
     * @param path its interface path
     */
    Opening open(String path);

    /**
     * The devices that are there.
     *
     * @param paths   their interface paths
     * @param failure why they cannot be listed; blank if they can
     */
    record Listing(List<String> paths, String failure) {
        /** Copies the list. */
        public Listing {
            paths = List.copyOf(paths);
        }
    }

    /**
     * A device that was opened, or why it was not.
     *
     * @param device the device; empty if it cannot be opened
     * @param error  Windows' number of the error; 0 if there was none
     */
    record Opening(Optional<MeterDevice> device, int error) {}
}
