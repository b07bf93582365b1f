package dev.ipw.telemetry;

/** Name what a sensor reads, with its unit. */
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
     * Say whether readings are counts that only grow.
     *
     * @return true for counters, false for values of an instant
     */
    public boolean isCounter() {
        return this == ENERGY_COUNTER || this == SYSTEM_CPU_TIME_NANOS || this == PROCESS_CPU_TIME_NANOS;
    }
}
