package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Say of each GPU what can be read, what cannot and why, and whether it is measured. */
final class NvmlReport {
    private static final String MIG = "MIG is on: power and energy are of the whole board, and utilisation is refused";

    private final NvmlDriver driver;
    private final TelemetryEnvironment environment;
    private final boolean processes;
    private final List<SensorStatus> lines = new ArrayList<>();

    NvmlReport(NvmlDriver driver, TelemetryEnvironment environment, boolean processes) {
        this.driver = driver;
        this.environment = environment;
        this.processes = processes;
    }

    List<SensorStatus> lines() {
        GpuList list = GpuList.read(driver);
        GpuChoice choice = GpuChoice.of(list.gpus(), environment);
        library(list, choice);
        for (Gpu gpu : list.gpus()) {
            if (choice.gpus().contains(gpu)) {
                measured(gpu);
            } else {
                lines.add(unavailable(gpu.label(), "not measured: " + choice.why(), GpuChoice.NEXT_STEP));
            }
        }
        for (GpuList.Unreadable unreadable : list.unreadable()) {
            String name = unreadable.index().isPresent() ? "GPU " + unreadable.index().getAsInt() : "NVIDIA GPUs";
            lines.add(unavailable(name, unreadable.status().reason(), unreadable.status().nextStep()));
        }
        if (!choice.gpus().isEmpty()) {
            lines.add(unavailable("tensor core activity",
                    "NVML's GPM counters are not built until they are checked on real hardware",
                    "take DCGM's profiling fields through the collector prometheus"));
        }
        return List.copyOf(lines);
    }

    private void library(GpuList list, GpuChoice choice) {
        Map<String, String> versions = list.versions();
        String detail = driver.libraryName() + ", driver " + versions.getOrDefault("driver_version", "unknown")
                + ", NVML " + versions.getOrDefault("nvml_version", "unknown");
        if (list.gpus().isEmpty() && list.unreadable().isEmpty()) {
            lines.add(unavailable("NVML", detail + ": it shows no GPU",
                    "run nvidia-smi -L and compare; in a container ask for GPUs, for example docker run --gpus all"));
        } else if (choice.gpus().isEmpty() && !list.gpus().isEmpty()) {
            lines.add(unavailable("NVML", detail + ": nothing is measured, as " + choice.why(), GpuChoice.NEXT_STEP));
        } else {
            lines.add(SensorStatus.available(NvmlProvider.ID, "NVML", detail + "; measured: " + choice.why()));
        }
    }

    private void measured(Gpu gpu) {
        GpuPlan energy = EnergyPlan.of(gpu, device(gpu));
        GpuPlan gauges = GaugePlan.of(gpu, device(gpu));
        List<String> read = new ArrayList<>(energy.read());
        read.addAll(gauges.read());
        List<GpuPlan.Unread> unread = new ArrayList<>(energy.unread());
        unread.addAll(gauges.unread());
        if (processes) {
            GpuPlan counted = GaugePlan.processesOf(gpu, device(gpu));
            read.addAll(counted.read());
            unread.addAll(counted.unread());
        }
        if (!read.isEmpty()) {
            lines.add(SensorStatus.available(NvmlProvider.ID, gpu.label(), String.join(", ", read) + remark(gpu,
                    energy)));
        }
        for (GpuPlan.Unread one : unread) {
            lines.add(unavailable(gpu.label() + ": " + one.what(), one.why().reason(), one.why().nextStep()));
        }
    }

    private static String remark(Gpu gpu, GpuPlan energy) {
        boolean counts = energy.calls().stream().flatMap(call -> call.sensors().stream())
                .anyMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER && sensor.scope() == Scope.GPU);
        return (counts ? "" : "; joules are integrated from power") + (gpu.hasMig() ? "; " + MIG : "");
    }

    private NvmlDevice device(Gpu gpu) {
        return new NvmlDevice(driver, gpu.uuid(), gpu.handle());
    }

    private static SensorStatus unavailable(String name, String reason, String nextStep) {
        return new SensorStatus(NvmlProvider.ID, name, false, reason, Optional.of(nextStep));
    }
}
