package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.OptionalInt;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The choice of the calls for the other quantities of one GPU, made by trying each once. */
final class GaugePlan {
    private static final int SM_CLOCK = 1;
    private static final int MEMORY_CLOCK = 2;
    private static final int DIE = 0;

    private final Gpu gpu;
    private final NvmlDevice device;

    private GaugePlan(Gpu gpu, NvmlDevice device) {
        this.gpu = gpu;
        this.device = device;
    }

    /** Plans the quantities that are read a few times a second. */
    static GpuPlan of(Gpu gpu, NvmlDevice device) {
        return new GaugePlan(gpu, device).plan();
    }

    /** Plans the count of processes, which is slow to read. */
    static GpuPlan processesOf(Gpu gpu, NvmlDevice device) {
        GpuPlan plan = new GpuPlan();
        if (gpu.refusal().isPresent()) {
            return plan;
        }
        Sensor sensor = Sensor.of(gpu.device(), Scope.GPU, Quantity.PROCESSES, "NVML processes, " + gpu.shortUuid());
        plan.takeFirst("processes", List.of(new ProcessCall(device, sensor)));
        return plan;
    }

    private GpuPlan plan() {
        GpuPlan plan = new GpuPlan();
        if (gpu.refusal().isPresent()) {
            return plan;
        }
        NvmlApi api = device.api();
        plan.takeFirst("utilisation of GPU and memory controller",
                List.of(new UtilizationCall(device, sensor(Quantity.UTILIZATION_PERCENT, Scope.GPU, "utilisation"),
                        sensor(Quantity.UTILIZATION_PERCENT, Scope.MEMORY, "memory controller utilisation"))));
        Sensor used = sensor(Quantity.MEMORY_USED_BYTES, Scope.GPU, "memory in use");
        Sensor total = sensor(Quantity.MEMORY_TOTAL_BYTES, Scope.GPU, "memory");
        plan.takeFirst("memory", List.of(new MemoryCall(device, false, used, total),
                new MemoryCall(device, true, used, total)));
        Sensor temperature = sensor(Quantity.TEMPERATURE_CELSIUS, Scope.GPU, "temperature");
        plan.takeFirst("temperature", List.of(new TemperatureCall(device, temperature),
                new UnsignedCall(device, api.temperatureOfOldDrivers, OptionalInt.of(DIE), temperature, 1)));
        plan.takeFirst("SM clock", List.of(clock(SM_CLOCK, Scope.GPU, "SM clock")));
        plan.takeFirst("memory clock", List.of(clock(MEMORY_CLOCK, Scope.MEMORY, "memory clock")));
        plan.takeFirst("throttle reasons", List.of(new ThrottleCall(device,
                sensor(Quantity.THROTTLE_REASONS, Scope.GPU, "throttle reasons"))));
        return plan;
    }

    private UnsignedCall clock(int which, Scope scope, String words) {
        return new UnsignedCall(device, device.api().clock, OptionalInt.of(which),
                sensor(Quantity.CLOCK_MEGAHERTZ, scope, words), 1);
    }

    private Sensor sensor(Quantity quantity, Scope scope, String words) {
        return Sensor.of(gpu.device(), scope, quantity, "NVML " + words + ", " + gpu.shortUuid());
    }

    /** The share of time in which the GPU, and its memory controller, were busy during NVML's last sampling period. */
    static final class UtilizationCall extends DeviceCall {
        static final StructLayout LAYOUT = MemoryLayout
                .structLayout(JAVA_INT.withName("gpu"), JAVA_INT.withName("memory"))
                .withName("utilization");
        private static final long GPU = LAYOUT.byteOffset(PathElement.groupElement("gpu"));
        private static final long MEMORY = LAYOUT.byteOffset(PathElement.groupElement("memory"));

        private final MemorySegment rates = Arena.ofAuto().allocate(LAYOUT);

        UtilizationCall(NvmlDevice device, Sensor gpu, Sensor memory) {
            super(device, List.of(gpu, memory));
        }

        @Override
        int ask() {
            return device().api().utilization.call(device().handle(), rates);
        }

        @Override
        void deliver(SampleSink sink, int firstSensor) {
            sink.gauge(firstSensor, rates.get(JAVA_INT, GPU));
            sink.gauge(firstSensor + 1, rates.get(JAVA_INT, MEMORY));
        }
    }

    /**
     * The reasons that limit the clocks, without those that are not throttling: idling, clocks that a user set, a display.
     */
    static final class ThrottleCall extends DeviceCall {
        private static final long SOFTWARE_POWER_CAP = 0x4;
        private static final long HARDWARE_SLOWDOWN = 0x8;
        private static final long SOFTWARE_THERMAL = 0x20;
        private static final long HARDWARE_THERMAL = 0x40;
        private static final long POWER_BRAKE = 0x80;

        private final MemorySegment reasons = Arena.ofAuto().allocate(JAVA_LONG);

        ThrottleCall(NvmlDevice device, Sensor sensor) {
            super(device, List.of(sensor));
        }

        @Override
        int ask() {
            return device().api().eventReasons.call(device().handle(), reasons);
        }

        @Override
        void deliver(SampleSink sink, int firstSensor) {
            sink.gauge(firstSensor, (double) masks(reasons.get(JAVA_LONG, 0)));
        }

        /** Converts NVML's bits into the sum of {@link ThrottleReason#mask()}. */
        static long masks(long bits) {
            return mask(bits, SOFTWARE_POWER_CAP, ThrottleReason.POWER_CAP)
                    + mask(bits, POWER_BRAKE, ThrottleReason.POWER_BRAKE)
                    + mask(bits, SOFTWARE_THERMAL, ThrottleReason.THERMAL)
                    + mask(bits, HARDWARE_THERMAL, ThrottleReason.HARDWARE_THERMAL)
                    + mask(bits, HARDWARE_SLOWDOWN, ThrottleReason.HARDWARE_SLOWDOWN);
        }

        private static long mask(long bits, long bit, ThrottleReason reason) {
            return (bits & bit) == 0 ? 0 : reason.mask();
        }
    }

    /** The temperature of the GPU's die; drivers before R570 have another function for it. */
    static final class TemperatureCall extends DeviceCall {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("version"),
                JAVA_INT.withName("sensorType"), JAVA_INT.withName("temperature")).withName("temperature_v1");
        private static final int VERSION = (int) LAYOUT.byteSize() | 1 << 24;
        private static final long TEMPERATURE = LAYOUT.byteOffset(PathElement.groupElement("temperature"));

        private final MemorySegment answer = Arena.ofAuto().allocate(LAYOUT);

        TemperatureCall(NvmlDevice device, Sensor sensor) {
            super(device, List.of(sensor));
            // Sensor 0 is the die; the memory is zero already.
            answer.set(JAVA_INT, 0, VERSION);
        }

        @Override
        int ask() {
            return device().api().temperature.call(device().handle(), answer);
        }

        @Override
        void deliver(SampleSink sink, int firstSensor) {
            sink.gauge(firstSensor, answer.get(JAVA_INT, TEMPERATURE));
        }
    }
}
