package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The measurement of one rail.
 *
 * @param name    the board maker's name of the rail, made permanent and unique if it has no name of its own
 * @param source  the place where it is read, in plain words
 * @param kind    the measured quantity
 * @param value   the file of power in microwatts, of current in milliamperes, or of energy in microjoules
 * @param voltage the file of its voltage in millivolts; empty if there is none
 */
record PowerRail(String name, String source, Kind kind, Path value, Optional<Path> voltage) {
    private static final double JOULES_PER_MICROJOULE = 1e-6;
    // Rails that supply all of a Jetson module; VIN_SYS_5V0 and similar ones supply a part of it.
    private static final Set<String> WHOLE_BOARD = Set.of("VDD_IN", "POM_5V_IN", "VIN", "SYS_VIN");

    boolean isWholeBoard() {
        return WHOLE_BOARD.contains(name);
    }

    Scope scope() {
        return isWholeBoard() ? Scope.PSYS : Scope.RAIL;
    }

    /** Describes the sensor; a power is a mean over the monitor's own interval, if that is known. */
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

    /** The quantities that a monitor reports. */
    enum Kind {
        /** Power. */
        POWER,
        /** Current, which gives power together with the voltage. */
        CURRENT,
        /** A counter of energy. */
        ENERGY
    }
}
