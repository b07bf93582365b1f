package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.HardwareProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The provider of the energy counters and gauges of NVIDIA GPUs. The argument chooses among them: {@code nvml:all}, or
 * UUIDs, indices or PCI addresses joined by {@code +}. With {@code processes=true} the processes on each GPU are
 * counted once a second, which costs the driver milliseconds each time. {@code counter_period} is the time between two
 * looks at the energy counter, between which power divides its joules. By default it is read in each tick.
 */
public final class NvmlProvider implements HardwareProvider {
    static final String ID = "nvml";
    /** The remedy if the driver does not answer. */
    static final String HUNG_STEP = "see whether nvidia-smi hangs too; then look into dmesg for Xid messages, and reset the "
            + "GPU or restart the machine. Where the driver only takes long to start, keep it loaded with nvidia-smi -pm 1, "
            + "as root, and run again";
    private static final String PROCESSES = "processes";
    private static final String COUNTER_PERIOD = "counter_period";

    private static final Duration LONGEST_PLANNING = Duration.ofMillis(1500);

    private final LongSupplier nanoClock;
    private final Duration longestPlanning;

    /** Creates the provider, as a service loader does. */
    public NvmlProvider() {
        this(System::nanoTime, LONGEST_PLANNING);
    }

    /**
     * Creates the provider with other times.
     *
     * @param nanoClock       the clock for readings, and for the pauses before a lost GPU is looked for again
     * @param longestPlanning the maximum time to wait for calls that do not read energy
     */
    NvmlProvider(LongSupplier nanoClock, Duration longestPlanning) {
        this.nanoClock = nanoClock;
        this.longestPlanning = longestPlanning;
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
    public CollectorFindings find(TelemetryEnvironment environment) {
        boolean processes = environment.parameters().flag(PROCESSES).orElse(false);
        Optional<Duration> counterPeriod = environment.parameters().duration(COUNTER_PERIOD);
        NvmlStart start = NvmlStart.of(environment, nanoClock);
        if (start.driver().isEmpty()) {
            return new CollectorFindings(start.whyNot().stream().toList(), List.of());
        }
        NvmlDriver driver = start.driver().get();
        try {
            return new NvmlOpening(driver, environment, processes, counterPeriod, longestPlanning).find();
        } finally {
            driver.release();
        }
    }

    @Override
    public SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(ID, "NVIDIA GPUs", "a call into " + NvmlStart.libraryInWords(environment)
                + " does not return", HUNG_STEP);
    }
}
