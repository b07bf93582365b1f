package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.Sensor;

/**
 * Hold one event of one package.
 *
 * @param sensor     what it counts
 * @param descriptor the open event, or the negative number of the error
 */
record PerfCounter(Sensor sensor, int descriptor) {
    boolean isOpen() {
        return descriptor >= 0;
    }

    int error() {
        return -descriptor;
    }
}
