package dev.ipw.telemetry;

import dev.ipw.engine.energy.PowerRecorder;
import dev.ipw.engine.energy.ThrottleReason;

/** The quantity that a sensor reads, with its unit. */
public enum Quantity {
    /** A counter of energy; the sensor says how many joules one count is. */
    ENERGY_COUNTER,
    /** Power now, in watts. */
    POWER_WATTS,
    /** A counter of processor time that all processes together used, in nanoseconds summed over logical processors. */
    SYSTEM_CPU_TIME_NANOS,
    /**
     * A counter of processor time that a process and what it started used, in nanoseconds. The device says which process;
     * {@link TelemetryWindow#THIS_PROCESS} is the one that samples.
     */
    PROCESS_CPU_TIME_NANOS,
    /** The logical processors that are online; stands beside SYSTEM_CPU_TIME_NANOS and lets it be turned into joules. */
    LOGICAL_PROCESSORS,
    /** The busy share of a device, in percent. */
    UTILIZATION_PERCENT,
    /** Memory in use, in bytes. */
    MEMORY_USED_BYTES,
    /** Memory there is, in bytes. */
    MEMORY_TOTAL_BYTES,
    /** Temperature, in degrees Celsius. */
    TEMPERATURE_CELSIUS,
    /** The clock that the device's cores run at, or its memory where the scope is MEMORY, in megahertz. */
    CLOCK_MEGAHERTZ,
    /** What holds the device back now, as the sum of {@link ThrottleReason#mask()}; zero for nothing. */
    THROTTLE_REASONS,
    /** The number of processes that use the device. */
    PROCESSES;

    /**
     * Return whether a value is plausible. The bounds are far beyond what there is, and low enough that no sum of
     * readings overflows: a gigawatt, 10<sup>18</sup> bytes, a million degrees, 10<sup>9</sup> of anything else.
     *
     * @param value a value in the quantity's unit
     * @return false for an infinite one, and one beyond the bounds of either sign; true for NaN, which is no reading
     */
    public boolean isPossible(double value) {
        double most = switch (this) {
            case POWER_WATTS -> PowerRecorder.MOST_WATTS;
            case MEMORY_USED_BYTES, MEMORY_TOTAL_BYTES, THROTTLE_REASONS -> 1e18;
            case TEMPERATURE_CELSIUS -> 1e6;
            default -> 1e9;
        };
        return !(Math.abs(value) > most);
    }

    /**
     * Return whether readings are counts that only grow.
     *
     * @return true for counters, false for values of an instant
     */
    public boolean isCounter() {
        return this == ENERGY_COUNTER || this == SYSTEM_CPU_TIME_NANOS || this == PROCESS_CPU_TIME_NANOS;
    }
}
