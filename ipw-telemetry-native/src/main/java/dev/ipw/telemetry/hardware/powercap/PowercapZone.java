package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Sensor;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Describe one zone whose energy is counted.
 *
 * @param device     a lasting name made of the zone's own and its parent's: {@code package-0}, {@code package-0-dram}
 * @param scope      which part of the machine
 * @param source     where it is read, in words
 * @param directory  where its files are
 * @param range      microjoules after which the counter starts at zero again; empty if the kernel does not say
 * @param limitWatts the highest power limit that is set; empty if none is
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
