package dev.ipw.telemetry.hardware.process;

import com.sun.management.OperatingSystemMXBean;
import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.hardware.host.HostReadings;
import dev.ipw.telemetry.hardware.host.ProcessorTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The provider of the processor time of this process with its children, and of another one whose number follows a
 * colon, so that each can be charged with its share of the packages' energy.
 */
public final class ProcessProvider implements TelemetryProvider {
    static final String ID = "process";
    private static final String NAME = "processor time of processes";

    /** Creates the provider, as a service loader does. */
    public ProcessProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "processor time of this process and what it started, or with process:PID of another one too";
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        OptionalLong other = number(environment);
        List<TelemetrySource> sources = open(environment);
        sources.forEach(TelemetrySource::close);
        if (!sources.isEmpty()) {
            return sources.stream().flatMap(source -> source.sensors().stream())
                    .map(sensor -> SensorStatus.available(ID, sensor.source(),
                            "counter, read each 200 ms; a process is charged with its share of the packages' energy"))
                    .toList();
        }
        return List.of(other.isPresent() && Files.exists(environment.procfs().resolve("stat"))
                ? SensorStatus.unavailable(ID, NAME,
                        "there is no process " + other.getAsLong() + " in " + environment.procfs(),
                        "start it first, and give its number as ps shows it on this machine, outside of containers")
                : SensorStatus.unavailable(ID, NAME,
                        "there is no " + environment.procfs() + "/stat" + (other.isPresent()
                                ? ", and other processes can be read on Linux only"
                                : ", and this JVM does not tell"),
                        "leave out the process's number, or run on Linux"));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        OptionalLong other = number(environment);
        Path procfs = environment.procfs();
        Optional<ProcessorTime> machine = HostReadings.processorTime(procfs);
        if (machine.isEmpty()) {
            return List.of();
        }
        List<ProcessSource.Tree> trees = new ArrayList<>();
        own(procfs).ifPresent(time -> trees.add(new ProcessSource.Tree(TelemetryWindow.THIS_PROCESS, time)));
        if (other.isPresent()) {
            long number = other.getAsLong();
            tree(procfs, number, "processor time of process " + number + " and what it started").ifPresent(
                    time -> trees.add(new ProcessSource.Tree(TelemetryWindow.THIS_PROCESS + "-" + number, time)));
        }
        ProcessSource source = new ProcessSource(machine.get(), trees);
        int wanted = other.isPresent() ? 2 : 1;
        if (trees.size() < wanted) {
            source.close();
            return List.of();
        }
        return List.of(source);
    }

    private static OptionalLong number(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return OptionalLong.empty();
        }
        String text = environment.argument().get();
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw new ConfigurationException("process:" + text
                    + " names no process. Give its number, for example process:4242");
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    /** Finds this process by its number in that tree, which is the host's if the host's tree is mounted. */
    private static Optional<ProcessTime> own(Path procfs) {
        try {
            String self = procfs.resolve("self").toRealPath().getFileName().toString();
            return tree(procfs, Long.parseLong(self), "processor time of this process and what it started");
        } catch (IOException | NumberFormatException noProcfs) {
            return HostReadings.system().map(JvmProcessTime::new);
        }
    }

    private static Optional<ProcessTime> tree(Path procfs, long number, String source) {
        try {
            return Optional.of(ProcessTree.open(procfs, number, source));
        } catch (IOException noSuchProcess) {
            return Optional.empty();
        }
    }

    /** The JVM's own processor time, on systems without {@code /proc}. Its child processes are not included. */
    private static final class JvmProcessTime implements ProcessTime {
        private final OperatingSystemMXBean system;
        private long cpuNanos;

        JvmProcessTime(OperatingSystemMXBean system) {
            this.system = system;
        }

        @Override
        public String source() {
            return "processor time of this JVM alone, as it reports it";
        }

        @Override
        public boolean read() {
            long now = system.getProcessCpuTime();
            cpuNanos = Math.max(cpuNanos, now);
            return now >= 0;
        }

        @Override
        public long cpuNanos() {
            return cpuNanos;
        }

        @Override
        public void close() {
            // The JVM's bean must not be closed here.
        }
    }
}
