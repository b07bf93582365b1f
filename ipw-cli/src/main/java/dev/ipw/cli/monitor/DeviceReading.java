package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.engine.energy.ThrottleReason;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hold the readings of one device at one moment.
 *
 * @param device       its lasting name, for example a GPU's UUID; of a further scope that its sensors speak of with the scope
 *                     behind a slash, as {@code GPU-.../module}
 * @param scope        which part of the machine it is
 * @param info         what else is known of it
 * @param energy       what it has used so far
 * @param power        what it draws
 * @param values       the values of an instant by what they are, in the quantities' units
 * @param memoryValues likewise, of the device's own memory
 * @param counterStep  how long its energy counter stands between two steps, as observed, in seconds
 * @param problem      why something of it, or all, shows nothing now
 */
public record DeviceReading(String device, Scope scope, Optional<DeviceInfo> info, Optional<EnergyTotal> energy,
        Optional<DevicePower> power, Map<Quantity, Double> values, Map<Quantity, Double> memoryValues,
        OptionalDouble counterStep, Optional<String> problem) {
    /** Copy the values. */
    public DeviceReading {
        values = Map.copyOf(values);
        memoryValues = Map.copyOf(memoryValues);
    }

    /**
     * Return a value of an instant.
     *
     * @param quantity what it is
     * @return the value in the quantity's unit; empty if no sensor gives it
     */
    public OptionalDouble value(Quantity quantity) {
        return optional(values.get(quantity));
    }

    /**
     * Return a value of an instant of the device's own memory.
     *
     * @param quantity what it is
     * @return the value in the quantity's unit; empty if no sensor gives it
     */
    public OptionalDouble memoryValue(Quantity quantity) {
        return optional(memoryValues.get(quantity));
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Return what to know about the joules.
     *
     * @return the flags in their order; none if there are no joules
     */
    public List<EnergyFlag> flags() {
        return energy.map(EnergyTotal::flags).orElse(List.of());
    }

    /**
     * Return what holds the device back.
     *
     * @return the reasons; none if nothing does; empty if no sensor says
     */
    public Optional<Set<ThrottleReason>> throttleReasons() {
        return Optional.ofNullable(values.get(Quantity.THROTTLE_REASONS)).map(ThrottleReason::of);
    }

    /**
     * Name the device for a person.
     *
     * @return its maker's name and its number if they are known, else its lasting name
     */
    public String title() {
        return info.map(known -> known.name() + (known.index().isPresent() ? " #" + known.index().getAsInt() : ""))
                .orElse(device);
    }
}
