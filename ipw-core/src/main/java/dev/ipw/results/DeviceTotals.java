package dev.ipw.results;

import dev.ipw.energy.EnergyReading;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Hold what one device used over the measured stretch of a run, and where it went: requests + idle + other = total.
 *
 * @param device         the device's lasting name
 * @param total          its joules over the stretch
 * @param requestsJoules joules that went to requests
 * @param idleJoules     joules while no request was in flight
 * @param otherJoules    joules in steps that cannot be divided, such as a gap between readings
 */
public record DeviceTotals(String device, EnergyReading total, OptionalDouble requestsJoules,
        OptionalDouble idleJoules, OptionalDouble otherJoules) {
    /** Refuse nulls. */
    public DeviceTotals {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(total, "total");
    }
}
