package dev.ipw.cli.monitor;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.ThrottleReason;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Say what one device shows at one moment.
 *
 * @param device            its lasting name, for example a GPU's UUID
 * @param scope             which part of the machine it is
 * @param info              what else is known of it
 * @param energy            what it has used so far
 * @param power             what it draws
 * @param values            the values of an instant by what they are, in the quantities' units
 * @param memoryTemperature how hot its memory is, in degrees Celsius
 * @param counterStep       how long its energy counter stands between two steps, as observed, in seconds
 * @param lost              why something of it cannot be read now
 */
public record DeviceReading(String device, Scope scope, Optional<DeviceInfo> info, Optional<EnergyTotal> energy,
        Optional<DevicePower> power, Map<Quantity, Double> values, OptionalDouble memoryTemperature,
        OptionalDouble counterStep, Optional<String> lost) {
    /** Copy the values. */
    public DeviceReading {
        values = Map.copyOf(values);
    }

    /**
     * Give a value of an instant.
     *
     * @param quantity what it is
     * @return the value in the quantity's unit; empty if no sensor gives it
     */
    public OptionalDouble value(Quantity quantity) {
        Double value = values.get(quantity);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Say what holds the device back.
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
