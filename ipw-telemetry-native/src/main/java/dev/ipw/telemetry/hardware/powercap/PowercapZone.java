package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Sensor;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One zone whose energy is counted.
 *
 * @param device     a permanent name made of the zone's own and its parent's: {@code package-0}, {@code package-0-dram}
 * @param scope      the part of the machine
 * @param source     the place where it is read, in plain words
 * @param directory  the folder of its files
 * @param range      microjoules after which the counter starts at zero again; empty if the kernel does not report it
 * @param limitWatts the highest configured power limit; empty if there is none
 */
record PowercapZone(String device, Scope scope, String source, Path directory, OptionalLong range,
        OptionalDouble limitWatts) {
    private static final double JOULES_PER_MICROJOULE = 1e-6;

    Path energyFile() {
        return directory.resolve("energy_uj");
    }

    Sensor sensor() {
        Sensor sensor = Sensor.energyCounter(device, scope, source, JOULES_PER_MICROJOULE, range);
        return limitWatts.isPresent() ? sensor.withLimitWatts(limitWatts.getAsDouble()) : sensor;
    }
}
