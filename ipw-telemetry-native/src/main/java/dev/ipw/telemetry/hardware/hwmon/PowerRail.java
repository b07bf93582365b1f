package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Describe what a monitor measures of one rail.
 *
 * @param name    the rail as the board's maker calls it, made lasting and unique where it has no name of its own
 * @param source  where it is read, in words
 * @param kind    what is read
 * @param value   the file of power in microwatts, of current in milliamperes, or of energy in microjoules
 * @param voltage the file of its voltage in millivolts; empty if there is none
 */
record PowerRail(String name, String source, Kind kind, Path value, Optional<Path> voltage) {
    private static final double JOULES_PER_MICROJOULE = 1e-6;
    // Rails through which all of a Jetson module is fed; VIN_SYS_5V0 and its like feed a part of it.
    private static final Set<String> WHOLE_BOARD = Set.of("VDD_IN", "POM_5V_IN", "VIN", "SYS_VIN");

    boolean isWholeBoard() {
        return WHOLE_BOARD.contains(name);
    }

    Scope scope() {
        return isWholeBoard() ? Scope.PSYS : Scope.RAIL;
    }

    /** Describes the sensor; a power is a mean over the monitor's own interval, where that is known. */
    Sensor sensor(OptionalLong intervalNanos) {
        if (kind == Kind.ENERGY) {
            return Sensor.energyCounter(name, scope(), source, JOULES_PER_MICROJOULE, OptionalLong.empty());
        }
        Sensor power = Sensor.of(name, scope(), Quantity.POWER_WATTS, source);
        return intervalNanos.isPresent() ? power.withAveragingNanos(intervalNanos.getAsLong()) : power;
    }

    PowerRail named(String newName) {
        return new PowerRail(newName, source, kind, value, voltage);
    }

    /** List what the monitor reports. */
    enum Kind {
        /** Power. */
        POWER,
        /** Current, from which power follows with the voltage. */
        CURRENT,
        /** A counter of energy. */
        ENERGY
    }
}
