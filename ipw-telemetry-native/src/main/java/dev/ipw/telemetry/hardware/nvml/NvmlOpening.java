package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The plan for reading each chosen GPU, the sources that carry it out, and the report of the readings. Energy comes
 * first: if another call does not return, energy is read without it.
 */
final class NvmlOpening {
    static final String GAUGES_ID = "nvml-gauges";
    static final String PROCESSES_ID = "nvml-processes";
    static final Duration ENERGY_PERIOD = Duration.ofMillis(20);
    // Several GPUs are not read one after the other if one takes this long.
    static final Duration LONG_READING = Duration.ofMillis(1);
    private static final Duration SHORTEST_ENERGY_PERIOD = Duration.ofMillis(5);
    private static final Duration GAUGES_PERIOD = Duration.ofMillis(200);
    private static final Duration PROCESSES_PERIOD = Duration.ofSeconds(1);

    private final NvmlDriver driver;
    private final GpuList list;
    private final GpuChoice choice;
    private final Map<String, String> versions;
    private final boolean processes;
    private final Duration longestPlanning;
    private final Optional<Duration> counterPeriod;
    private final List<TelemetrySource> sources = new ArrayList<>();

    /** Finds the GPUs and chooses among them. */
    NvmlOpening(NvmlDriver driver, TelemetryEnvironment environment, boolean processes,
            Optional<Duration> counterPeriod,
            Duration longestPlanning) {
        this.counterPeriod = counterPeriod;
        this.driver = driver;
        this.processes = processes;
        this.longestPlanning = longestPlanning;
        list = GpuList.read(driver);
        choice = GpuChoice.of(list.gpus(), environment);
        versions = list.versions();
    }

    CollectorFindings find() {
        List<GpuPlan> energy = choice.gpus().stream().map(gpu -> EnergyPlan.of(gpu, device(gpu), counterPeriod))
                .toList();
        Optional<Plans> others = planOthers();
        List<DeviceInfo> devices = choice.gpus().stream().map(gpu -> gpu.info(versions)).toList();
        openEnergy(energy, devices);
        others.ifPresent(plans -> {
            open(GAUGES_ID, GAUGES_PERIOD, GAUGES_PERIOD, plans.gauges, devices);
            open(PROCESSES_ID, PROCESSES_PERIOD, PROCESSES_PERIOD, plans.processes, devices);
        });
        return new CollectorFindings(statuses(energy, others), sources);
    }

    /** Each source has handles of its own, as it is read by a thread of its own. */
    private NvmlDevice device(Gpu gpu) {
        return new NvmlDevice(driver, gpu);
    }

    /**
     * Reads all GPUs with one source if that is quick, or else each by a source of its own, so that none waits for
     * others.
     */
    private void openEnergy(List<GpuPlan> energy, List<DeviceInfo> devices) {
        boolean slow = energy.stream().anyMatch(plan -> plan.readingNanos() > LONG_READING.toNanos());
        if (energy.size() == 1 || !slow) {
            open(NvmlProvider.ID, ENERGY_PERIOD, shortest(energy), energy, devices);
            return;
        }
        for (int i = 0; i < energy.size(); i++) {
            open(NvmlProvider.ID + "-gpu" + choice.gpus().get(i).index(), ENERGY_PERIOD,
                    shortest(List.of(energy.get(i))), List.of(energy.get(i)), List.of(devices.get(i)));
        }
    }

    /** Power that divides a counter's joules is always read at the same rate. */
    private static Duration shortest(List<GpuPlan> energy) {
        return energy.stream().anyMatch(GpuPlan::isPaced) ? ENERGY_PERIOD : SHORTEST_ENERGY_PERIOD;
    }

    private void open(String id, Duration period, Duration shortestPeriod, List<GpuPlan> plans,
            List<DeviceInfo> devices) {
        List<DeviceCall> calls = plans.stream().flatMap(plan -> plan.calls().stream()).toList();
        if (!calls.isEmpty()) {
            sources.add(new NvmlSource(id, period, shortestPeriod, driver, calls, devices));
        }
    }

    /** Plans the readings other than energy on another thread, and continues without them if that does not return. */
    private Optional<Plans> planOthers() {
        FutureTask<Plans> planning = new FutureTask<>(() -> {
            try {
                return new Plans(choice.gpus().stream().map(gpu -> GaugePlan.of(gpu, device(gpu))).toList(),
                        processes
                                ? choice.gpus().stream().map(gpu -> GaugePlan.processesOf(gpu, device(gpu))).toList()
                                : List.of());
            } finally {
                driver.release();
            }
        });
        // NVML must not be shut down during a call that does not return.
        driver.retain();
        Thread.ofPlatform().daemon().name("ipw-nvml-gauges").start(planning);
        try {
            return Optional.of(planning.get(longestPlanning.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException hung) {
            return Optional.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("The gauges of NVIDIA GPUs could not be planned", failed.getCause());
        }
    }

    private List<SensorStatus> statuses(List<GpuPlan> energy, Optional<Plans> others) {
        List<SensorStatus> lines = new ArrayList<>();
        lines.add(library());
        for (Gpu gpu : list.gpus()) {
            int chosen = choice.gpus().indexOf(gpu);
            if (chosen >= 0) {
                List<GpuPlan> plans = new ArrayList<>(List.of(energy.get(chosen)));
                others.ifPresent(planned -> planned.addOf(chosen, plans));
                new GpuReport(gpu, plans).addTo(lines);
            } else if (!choice.gpus().isEmpty()) {
                // If no GPU is measured, the status of the library has already given the reason for all.
                lines.add(SensorStatus.unavailable(NvmlProvider.ID, gpu.label(), "not measured: " + choice.why(),
                        GpuChoice.nextStep(list.gpus())));
            }
        }
        list.refusal().ifPresent(status -> lines.add(SensorStatus.failed(NvmlProvider.ID, "NVIDIA GPUs",
                status.reason(), status.nextStep())));
        if (others.isEmpty()) {
            lines.add(SensorStatus.failed(NvmlProvider.ID, "utilisation, memory, temperature and clocks of NVIDIA GPUs",
                    "a call for them into " + driver.libraryName() + " does not return; energy is read without them",
                    NvmlProvider.HUNG_STEP));
        }
        if (!choice.gpus().isEmpty()) {
            lines.add(SensorStatus.unavailable(NvmlProvider.ID, "tensor core activity",
                    "NVML's GPM counters are not supported: they have not been checked on real hardware",
                    "take DCGM's profiling fields through the collector prometheus"));
        }
        return lines;
    }

    private SensorStatus library() {
        String detail = driver.libraryName() + ", driver " + versions.getOrDefault("driver_version", "unknown")
                + ", NVML " + versions.getOrDefault("nvml_version", "unknown");
        if (list.gpus().isEmpty() && list.refusal().isEmpty()) {
            return SensorStatus.unavailable(NvmlProvider.ID, "NVML", detail + ": it shows no GPU",
                    "run nvidia-smi -L and compare; in a container ask for GPUs, for example docker run --gpus all");
        }
        String nothing = detail + ": nothing is measured, as " + choice.why();
        if (choice.unclear() && !list.gpus().isEmpty()) {
            return SensorStatus.failed(NvmlProvider.ID, "NVML", choice.gpus().isEmpty()
                    ? nothing
                    : detail + ": only some GPUs are measured, " + choice.why(), GpuChoice.nextStep(list.gpus()));
        }
        return choice.gpus().isEmpty() && !list.gpus().isEmpty()
                ? SensorStatus.unavailable(NvmlProvider.ID, "NVML", nothing, GpuChoice.nextStep(list.gpus()))
                : SensorStatus.available(NvmlProvider.ID, "NVML", detail + "; measured: " + choice.why());
    }

    /** The plans other than energy, for each GPU. */
    private record Plans(List<GpuPlan> gauges, List<GpuPlan> processes) {
        void addOf(int gpu, List<GpuPlan> plans) {
            plans.add(gauges.get(gpu));
            if (!processes.isEmpty()) {
                plans.add(processes.get(gpu));
            }
        }
    }
}
