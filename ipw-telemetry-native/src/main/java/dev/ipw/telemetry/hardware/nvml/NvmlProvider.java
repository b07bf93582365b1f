package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Provide the energy counters and gauges of NVIDIA GPUs. The argument chooses among them: {@code nvml:all}, or UUIDs,
 * indices or PCI addresses joined by {@code +}. With {@code processes=true} the processes on each GPU are counted once a
 * second, which costs the driver milliseconds each time.
 */
public final class NvmlProvider implements TelemetryProvider {
    static final String ID = "nvml";
    static final String GAUGES_ID = "nvml-gauges";
    static final String PROCESSES_ID = "nvml-processes";
    static final Duration ENERGY_PERIOD = Duration.ofMillis(20);
    private static final Duration SHORTEST_ENERGY_PERIOD = Duration.ofMillis(5);
    private static final Duration GAUGES_PERIOD = Duration.ofMillis(200);
    private static final Duration PROCESSES_PERIOD = Duration.ofSeconds(1);
    private static final String PROCESSES = "processes";

    private final LongSupplier nanoClock;

    /** Create the provider, as a service loader does. */
    public NvmlProvider() {
        this(System::nanoTime);
    }

    NvmlProvider(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy, power, utilisation, memory, clocks and temperature of NVIDIA GPUs, from NVML";
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        boolean processes = wantsProcesses(environment);
        NvmlStart start = NvmlStart.of(environment, nanoClock);
        if (start.driver().isEmpty()) {
            return start.whyNot().stream().toList();
        }
        NvmlDriver driver = start.driver().get();
        try {
            return new NvmlReport(driver, environment, processes).lines();
        } finally {
            driver.release();
        }
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        boolean processes = wantsProcesses(environment);
        NvmlStart start = NvmlStart.of(environment, nanoClock);
        if (start.driver().isEmpty()) {
            return List.of();
        }
        NvmlDriver driver = start.driver().get();
        try {
            GpuList list = GpuList.read(driver);
            Opening opening = new Opening(driver, GpuChoice.of(list.gpus(), environment).gpus(), list.versions());
            opening.add(ID, ENERGY_PERIOD, SHORTEST_ENERGY_PERIOD, EnergyPlan::of);
            opening.add(GAUGES_ID, GAUGES_PERIOD, GAUGES_PERIOD, GaugePlan::of);
            if (processes) {
                opening.add(PROCESSES_ID, PROCESSES_PERIOD, PROCESSES_PERIOD, GaugePlan::processesOf);
            }
            return opening.sources;
        } finally {
            driver.release();
        }
    }

    private static boolean wantsProcesses(TelemetryEnvironment environment) {
        return environment.parameters().flag(PROCESSES).orElse(false);
    }

    /** Open one source after the other. Each has handles of its own, as it is read by a thread of its own. */
    private static final class Opening {
        private final NvmlDriver driver;
        private final List<Gpu> gpus;
        private final List<DeviceInfo> devices;
        private final List<TelemetrySource> sources = new ArrayList<>();

        Opening(NvmlDriver driver, List<Gpu> gpus, Map<String, String> versions) {
            this.driver = driver;
            this.gpus = gpus;
            devices = gpus.stream().map(gpu -> gpu.info(versions)).toList();
        }

        void add(String id, Duration period, Duration shortestPeriod, BiFunction<Gpu, NvmlDevice, GpuPlan> plan) {
            List<DeviceCall> calls = gpus.stream()
                    .flatMap(gpu -> plan.apply(gpu, new NvmlDevice(driver, gpu.uuid(), gpu.handle())).calls().stream())
                    .toList();
            if (!calls.isEmpty()) {
                sources.add(new NvmlSource(id, period, shortestPeriod, driver, calls, devices));
            }
        }
    }
}
