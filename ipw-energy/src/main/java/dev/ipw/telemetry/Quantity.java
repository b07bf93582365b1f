package dev.ipw.telemetry;

import dev.ipw.energy.ThrottleReason;
import org.apiguardian.api.API;

/** The quantity that a sensor reads, with its unit. */
@API(status = API.Status.EXPERIMENTAL)
public enum Quantity {
    /** A counter of energy; the sensor defines the joules of one count. */
    ENERGY_COUNTER,
    /** Current power, in watts. */
    POWER_WATTS,
    /** A counter of the processor time of all processes together, in nanoseconds summed over logical processors. */
    SYSTEM_CPU_TIME_NANOS,
    /**
     * A counter of the processor time of a process and its children, in nanoseconds. The device names the process;
     * {@link TelemetryWindow#THIS_PROCESS} is the one that samples.
     */
    PROCESS_CPU_TIME_NANOS,
    /**
     * The number of logical processors that are online; read with SYSTEM_CPU_TIME_NANOS, so that the time can be turned
     * into joules.
     */
    LOGICAL_PROCESSORS,
    /** The busy share of a device, in percent. */
    UTILIZATION_PERCENT,
    /** Memory in use, in bytes. */
    MEMORY_USED_BYTES,
    /** Total memory, in bytes. */
    MEMORY_TOTAL_BYTES,
    /** Temperature, in degrees Celsius. */
    TEMPERATURE_CELSIUS,
    /** The clock of the device's cores, or of its memory where the scope is MEMORY, in megahertz. */
    CLOCK_MEGAHERTZ,
    /** The reasons why the device is throttled, as the sum of {@link ThrottleReason#mask()}; zero for none. */
    THROTTLE_REASONS,
    /** The number of processes that use the device. */
    PROCESSES;

    /**
     * Returns whether a value is plausible. The bounds are far beyond real values, and low enough that no sum of
     * readings overflows: a gigawatt, 10<sup>18</sup> bytes, a million degrees, 10<sup>9</sup> of any other quantity.
     *
     * @param value a value in the quantity's unit
     * @return false for an infinite value and one beyond the bounds of either sign; true for NaN, which means no
     *         reading
     */
    public boolean isPossible(double value) {
        double most = switch (this) {
            case MEMORY_USED_BYTES, MEMORY_TOTAL_BYTES, THROTTLE_REASONS -> 1e18;
            case TEMPERATURE_CELSIUS -> 1e6;
            default -> 1e9;
        };
        return !(Math.abs(value) > most);
    }

    /**
     * Returns whether readings are counts that only grow.
     *
     * @return true for counters, false for values of an instant
     */
    public boolean isCounter() {
        return this == ENERGY_COUNTER || this == SYSTEM_CPU_TIME_NANOS || this == PROCESS_CPU_TIME_NANOS;
    }
}
