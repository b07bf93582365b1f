package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SensorStatus;
import java.util.List;
import java.util.Optional;

/**
 * The report on one GPU: the readings that are planned, and the reasons for those that are not.
 *
 * @param gpu   the GPU
 * @param plans its planned readings, energy first
 */
record GpuReport(Gpu gpu, List<GpuPlan> plans) {
    private static final String MIG = "MIG is on: power and energy are those of the whole card, never of an instance, and "
            + "utilisation is refused";

    void addTo(List<SensorStatus> lines) {
        Optional<NvmlStatus> refusal = plans.getFirst().refusal();
        if (refusal.isPresent()) {
            lines.add(SensorStatus.failed(NvmlProvider.ID, gpu.label(), refusal.get().reason()
                    + "; it is lost until it answers, and looked for again after 1, 2, 4 and so on to 32 s",
                    refusal.get().nextStep()));
            return;
        }
        String read = String.join(", ", plans.stream().flatMap(plan -> plan.read().stream()).toList());
        if (!read.isEmpty()) {
            lines.add(new SensorStatus(NvmlProvider.ID, gpu.label(), SensorState.UNPROVEN,
                    read + (readsCounter() ? "" : "; joules are integrated from power")
                            + (gpu.hasMig() ? "; " + MIG : ""),
                    gpu.hasMig() ? Optional.of(migStep()) : Optional.empty()));
        }
        if (!readsEnergy()) {
            lines.add(SensorStatus.failed(NvmlProvider.ID, gpu.label(),
                    "it gives neither energy nor power, so its joules are missing from all figures",
                    "read it by an exporter, or choose the other GPUs by their numbers, such as nvml:0"));
        }
        plans.stream().flatMap(plan -> plan.unread().stream()).forEach(unread -> lines.add(status(unread)));
    }

    private boolean readsEnergy() {
        return plans.getFirst().calls().stream().flatMap(call -> call.sensors().stream())
                .anyMatch(sensor -> sensor.scope() == Scope.GPU && (sensor.quantity() == Quantity.ENERGY_COUNTER
                        || sensor.quantity() == Quantity.POWER_WATTS));
    }

    private String migStep() {
        return "keep the other instances idle to charge one of them, or end MIG, as root and with nothing using the GPU: "
                + "nvidia-smi -i " + gpu.index() + " -mig 0";
    }

    private boolean readsCounter() {
        return plans.getFirst().calls().stream().flatMap(call -> call.sensors().stream())
                .anyMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER && sensor.scope() == Scope.GPU);
    }

    private SensorStatus status(GpuPlan.Unread unread) {
        String name = gpu.label() + ": " + unread.what();
        return unread.why().isAbsence()
                ? SensorStatus.unavailable(NvmlProvider.ID, name, unread.why().reason(), unread.why().nextStep())
                : SensorStatus.failed(NvmlProvider.ID, name, unread.why().reason(), unread.why().nextStep());
    }
}
