package dev.ipw.telemetry.hardware.apple;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** The values that are read from powermetrics. */
enum Field {
    /** Joules of all processor clusters. */
    CPU_ENERGY(Device.CPU, Quantity.ENERGY_COUNTER, "processor.cpu_energy"),
    /** Joules of the GPU; the samplers of the GPU and of the processor both report them. */
    GPU_ENERGY(Device.GPU, Quantity.ENERGY_COUNTER, "gpu.gpu_energy", "processor.gpu_energy"),
    /** Joules of the neural engine. */
    ANE_ENERGY(Device.ANE, Quantity.ENERGY_COUNTER, "processor.ane_energy"),
    /** Watts of all processor clusters, a mean over the interval. */
    CPU_WATTS(Device.CPU, Quantity.POWER_WATTS),
    /** Watts of the GPU, a mean over the interval. */
    GPU_WATTS(Device.GPU, Quantity.POWER_WATTS),
    /** Watts of the neural engine, a mean over the interval. */
    ANE_WATTS(Device.ANE, Quantity.POWER_WATTS),
    /** The share of the interval in which the GPU was not idle. */
    GPU_BUSY_PERCENT(Device.GPU, Quantity.UTILIZATION_PERCENT),
    /** The GPU's clock. */
    GPU_MEGAHERTZ(Device.GPU, Quantity.CLOCK_MEGAHERTZ),
    /** Whether the temperature throttles the whole chip. */
    THROTTLE_REASONS(Device.CHIP, Quantity.THROTTLE_REASONS);

    /** The fields that count joules. */
    static final Set<Field> ENERGIES = EnumSet.of(CPU_ENERGY, GPU_ENERGY, ANE_ENERGY);
    /** Energy is stored finer than the millijoules of powermetrics, which may have fractions. */
    private static final double JOULES_PER_COUNT = 1e-6;

    private final Device device;
    private final Quantity quantity;
    private final List<String> keys;

    Field(Device device, Quantity quantity, String... keys) {
        this.device = device;
        this.quantity = quantity;
        this.keys = List.of(keys);
    }

    /** Reads the millijoules of one interval from the first key that is present. */
    OptionalDouble millijoules(PropertyList list) {
        return keys.stream().map(list::number).filter(OptionalDouble::isPresent).findFirst()
                .orElse(OptionalDouble.empty());
    }

    /** Describes the field as a sensor whose readings cover an interval. */
    Sensor sensor(long intervalNanos) {
        String source = "powermetrics " + device.words + " (Apple's estimate)";
        Sensor sensor = ENERGIES.contains(this)
                ? Sensor.energyCounter(device.id, device.scope, source, JOULES_PER_COUNT, OptionalLong.empty())
                : Sensor.of(device.id, device.scope, quantity, source);
        return (quantity == Quantity.POWER_WATTS ? sensor.withAveragingNanos(intervalNanos) : sensor)
                .withResolutionNanos(intervalNanos);
    }

    /** The parts of the chip. */
    private enum Device {
        CPU("apple-cpu", Scope.PACKAGE, "CPU"), GPU("apple-gpu", Scope.GPU, "GPU"), ANE("apple-ane", Scope.ANE,
                "ANE"),
        CHIP("apple-soc", Scope.SOC, "chip");

        private final String id;
        private final Scope scope;
        private final String words;

        Device(String id, Scope scope, String words) {
            this.id = id;
            this.scope = scope;
            this.words = words;
        }
    }
}
