package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one device at one moment.
 *
 * @param device       its lasting name, for example a GPU's UUID; of a further scope of its sensors with the scope
 *                     after a slash, as {@code GPU-.../module}
 * @param scope        the part of the machine it is
 * @param info         further facts about it
 * @param energy       its energy so far
 * @param power        its power
 * @param values       the instantaneous values by quantity, in the quantities' units
 * @param memoryValues likewise, of the device's own memory
 * @param counterStep  the observed time between two steps of its energy counter, in seconds
 * @param problem      the reason why some or all of its readings are missing now
 */
public record DeviceReading(String device, Scope scope, Optional<DeviceInfo> info, Optional<EnergyTotal> energy,
        Optional<DevicePower> power, Map<Quantity, Double> values, Map<Quantity, Double> memoryValues,
        OptionalDouble counterStep, Optional<String> problem) {
    /** Copies the values. */
    public DeviceReading {
        values = Map.copyOf(values);
        memoryValues = Map.copyOf(memoryValues);
    }

    /**
     * Returns an instantaneous value.
     *
     * @param quantity the quantity
     * @return the value in the quantity's unit; empty if no sensor gives it
     */
    public OptionalDouble value(Quantity quantity) {
        return optional(values.get(quantity));
    }

    /**
     * Returns an instantaneous value of the device's own memory.
     *
     * @param quantity the quantity
     * @return the value in the quantity's unit; empty if no sensor gives it
     */
    public OptionalDouble memoryValue(Quantity quantity) {
        return optional(memoryValues.get(quantity));
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Returns the flags of the joules.
     *
     * @return the flags in their order; empty if there are no joules
     */
    public List<EnergyFlag> flags() {
        return energy.map(EnergyTotal::flags).orElse(List.of());
    }

    /**
     * Returns the reasons why the device is throttled.
     *
     * @return the reasons; an empty set if it is not throttled; empty if no sensor reports it
     */
    public Optional<Set<ThrottleReason>> throttleReasons() {
        return Optional.ofNullable(values.get(Quantity.THROTTLE_REASONS)).map(ThrottleReason::of);
    }

    /**
     * Returns the device's name for a person.
     *
     * @return the manufacturer's name and the device's number if known, otherwise its lasting name
     */
    public String title() {
        return info.map(known -> known.name() + (known.index().isPresent() ? " #" + known.index().getAsInt() : ""))
                .orElse(device);
    }
}
