package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The JSON form of a device's readings, with the same keys for every device; absent values are null. */
public final class DeviceJson {
    private DeviceJson() {}

    /**
     * Returns one device at one moment as JSON.
     *
     * @param reading its readings
     * @param nanos   the moment, as {@link System#nanoTime()}
     * @param time    the moment on the wall clock
     * @return the object
     */
    public static TreeBuilder of(DeviceReading reading, long nanos, Instant time) {
        Optional<EnergyTotal> energy = reading.energy();
        return TreeBuilder.object().put("t_ns", nanos).put("time", time.truncatedTo(ChronoUnit.MILLIS).toString())
                .put("device", reading.device())
                .put("index", reading.info().map(DeviceInfo::index).orElse(OptionalInt.empty()))
                .put("name", reading.info().map(DeviceInfo::name)).put("scope", reading.scope().label())
                .put("energy_joules", energy.map(EnergyTotal::joules))
                .put("energy_provenance", energy.map(total -> total.provenance().name()))
                .put("energy_source", energy.map(EnergyTotal::source))
                .put("flags", reading.flags().stream().map(EnergyFlag::name).toList())
                .put("counter_step_seconds", reading.counterStep())
                .put("power_watts", reading.power().map(DevicePower::watts))
                .put("power_source", reading.power().map(DevicePower::source))
                .put("temperature_celsius", reading.value(Quantity.TEMPERATURE_CELSIUS))
                .put("memory_temperature_celsius", reading.memoryValue(Quantity.TEMPERATURE_CELSIUS))
                .put("utilization_percent", reading.value(Quantity.UTILIZATION_PERCENT))
                .put("memory_utilization_percent", reading.memoryValue(Quantity.UTILIZATION_PERCENT))
                .put("memory_used_bytes", whole(reading, Quantity.MEMORY_USED_BYTES))
                .put("memory_total_bytes", whole(reading, Quantity.MEMORY_TOTAL_BYTES))
                .put("clock_megahertz", reading.value(Quantity.CLOCK_MEGAHERTZ))
                .put("memory_clock_megahertz", reading.memoryValue(Quantity.CLOCK_MEGAHERTZ))
                .put("throttle_reasons",
                        reading.throttleReasons().map(some -> some.stream().map(ThrottleReason::name).toList()))
                .put("processes", whole(reading, Quantity.PROCESSES)).put("problem", reading.problem());
    }

    private static Optional<Long> whole(DeviceReading reading, Quantity quantity) {
        OptionalDouble value = reading.value(quantity);
        return value.isPresent() ? Optional.of(Math.round(value.getAsDouble())) : Optional.empty();
    }
}
