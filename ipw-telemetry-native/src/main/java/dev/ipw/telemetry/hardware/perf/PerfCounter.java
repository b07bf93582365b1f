package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.Sensor;

/**
 * One event of one package.
 *
 * @param sensor     the sensor that it feeds
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
