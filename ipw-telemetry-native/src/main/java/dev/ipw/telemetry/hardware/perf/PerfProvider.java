package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.KernelText;
import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import dev.ipw.telemetry.hardware.processor.PackageDevices;
import dev.ipw.telemetry.hardware.processor.PackageProcessor;
import dev.ipw.telemetry.hardware.processor.ProcessorModel;
import dev.ipw.telemetry.hardware.processor.ProcessorPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The provider of the energy counters of Intel's and AMD's processors on Linux, through performance events: the same
 * registers as powercap's, without its wraps, and cheaper to read.
 */
public final class PerfProvider implements TelemetryProvider {
    static final String ID = "perf";
    private static final String NAME = "CPU energy (perf)";
    private static final String ESTIMATE = "; or choose the collector 'estimate' for a rough figure";

    private final Supplier<Optional<? extends PerfEvents>> calls;

    /** Creates the provider, as a service loader does. */
    public PerfProvider() {
        this(PerfSystemCalls::bind);
    }

    PerfProvider(Supplier<Optional<? extends PerfEvents>> calls) {
        this.calls = calls;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy of processor packages and memory, from RAPL counters through Linux perf events";
    }

    /**
     * Returns the devices that perf can read, so that other collectors of the same registers can report that.
     *
     * @param environment the place where to look
     * @return the devices' names; empty if perf cannot read any
     */
    public static Set<String> readableDevices(TelemetryEnvironment environment) {
        List<TelemetrySource> sources = new PerfProvider().open(environment);
        sources.forEach(TelemetrySource::close);
        return sources.stream().flatMap(source -> source.sensors().stream()).map(Sensor::device)
                .collect(Collectors.toSet());
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        Optional<PerfUnit> unit = PerfUnit.read(environment.sysfs());
        if (unit.isEmpty()) {
            return List.of(none(PerfUnit.directory(environment.sysfs())));
        }
        Optional<String> obstacle = NativeLibrary.obstacle();
        if (obstacle.isPresent()) {
            return List.of(SensorStatus.unavailable(ID, NAME, obstacle.get(),
                    NativeLibrary.NEWER_JAVA + "; the collector 'powercap' reads the same counters"));
        }
        Optional<? extends PerfEvents> events = events();
        if (events.isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME,
                    "this collector knows perf_event_open on Linux for x86-64 "
                            + "and aarch64 only, and this is " + System.getProperty("os.name") + " on "
                            + System.getProperty("os.arch"),
                    "choose the collector 'powercap'" + ESTIMATE));
        }
        List<PerfCounter> counters = counters(events.get(), unit.get(), environment);
        List<SensorStatus> statuses = counters.stream().map(counter -> status(counter, environment)).toList();
        boolean any = counters.stream().anyMatch(PerfCounter::isOpen);
        new PerfSource(events.get(), counters).close();
        return any ? statuses : List.of(refused(NAME, counters.getFirst().error(), environment));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        Optional<PerfUnit> unit = PerfUnit.read(environment.sysfs());
        Optional<? extends PerfEvents> events = unit.isPresent() ? events() : Optional.empty();
        if (unit.isEmpty() || events.isEmpty()) {
            return List.of();
        }
        List<PerfCounter> counters = counters(events.get(), unit.get(), environment);
        return counters.stream().anyMatch(PerfCounter::isOpen)
                ? List.of(new PerfSource(events.get(), counters))
                : List.of();
    }

    private Optional<? extends PerfEvents> events() {
        return isLinux() && NativeLibrary.obstacle().isEmpty() ? calls.get() : Optional.empty();
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").startsWith("Linux");
    }

    private static List<PerfCounter> counters(PerfEvents events, PerfUnit unit, TelemetryEnvironment environment) {
        ProcessorModel model = ProcessorModel.read(environment.procfs());
        List<PerfCounter> counters = new ArrayList<>();
        for (PackageProcessor place : ProcessorPackages.of(environment.sysfs(), unit.processors())) {
            for (PerfUnit.Event event : unit.events()) {
                String device = PackageDevices.device(place, event.scope());
                Sensor sensor = Sensor.energyCounter(device, event.scope(), model.describe("perf " + device),
                        event.joulesPerCount(), OptionalLong.empty());
                counters.add(new PerfCounter(sensor, events.open(unit.type(), event.config(), place.processor())));
            }
        }
        return counters;
    }

    private static SensorStatus none(Path directory) {
        if (!isLinux()) {
            return SensorStatus.unavailable(ID, NAME,
                    "perf events exist on Linux only, and this is " + System.getProperty("os.name"),
                    "choose the collector 'estimate' for a rough figure");
        }
        String reason = Files.isDirectory(directory)
                ? directory + " describes no event in joules"
                : "there is no " + directory;
        return SensorStatus.unavailable(ID, NAME,
                reason + ": a virtual machine or container hides it, or the kernel lacks the driver (AMD needs 5.8)",
                "run on the host itself, or load the module rapl, in older kernels intel_rapl_perf" + ESTIMATE);
    }

    private static SensorStatus status(PerfCounter counter, TelemetryEnvironment environment) {
        return counter.isOpen()
                ? SensorStatus.available(ID, counter.sensor().source(),
                        "energy counter, read each 20 ms" + PackageDevices.remark(counter.sensor().scope()))
                : refused(counter.sensor().source(), counter.error(), environment);
    }

    private static SensorStatus refused(String name, int error, TelemetryEnvironment environment) {
        Refusal refusal = Refusal.of(error);
        String paranoid = KernelText.read(environment.procfs().resolve("sys/kernel/perf_event_paranoid"))
                .map(level -> "; kernel.perf_event_paranoid is " + level + " and would have to be 0 or less")
                .orElse("");
        String reason = "perf_event_open failed with error " + error + ": " + refusal.reason();
        return switch (refusal) {
            case FORBIDDEN -> readsPowercap(environment)
                    ? SensorStatus.unavailable(ID, name, reason + paranoid + "; powercap reads the same counters",
                            "nothing to do; for the cheaper way, " + refusal.nextStep())
                    : SensorStatus.failed(ID, name, reason + paranoid, refusal.nextStep() + ESTIMATE);
            case TOO_MANY_FILES, OTHER -> SensorStatus.failed(ID, name, reason, refusal.nextStep() + ESTIMATE);
            case NO_SUCH_EVENT, NOT_HERE, NO_PERF ->
                SensorStatus.unavailable(ID, name, reason, refusal.nextStep() + ESTIMATE);
        };
    }

    private static boolean readsPowercap(TelemetryEnvironment environment) {
        return Files.isReadable(environment.sysfs().resolve("class/powercap/intel-rapl:0/energy_uj"));
    }
}
