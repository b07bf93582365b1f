package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.util.List;
import java.util.OptionalInt;

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
}
