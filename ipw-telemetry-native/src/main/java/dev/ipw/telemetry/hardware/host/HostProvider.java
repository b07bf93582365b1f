package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import java.util.Optional;

/** The provider of the load of the machine's processors and the use of its memory. */
public final class HostProvider implements TelemetryProvider {
    static final String ID = "host";

    /** Creates the provider, as a service loader does. */
    public HostProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "processor load and memory in use of this machine";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        Optional<HostSource> source = source(environment);
        if (source.isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, "processor load and memory",
                    "there is no " + environment.procfs() + "/stat, and this JVM does not tell",
                    "mount the host's /proc and set IPW_PROCFS_ROOT to it, or run on a JVM with the module jdk.management"));
        }
        try (HostSource open = source.get()) {
            return open.sensors().stream().map(
                    sensor -> SensorStatus.available(ID, sensor.source(), "gauge, read each " + open.period().toMillis()
                            + " ms"))
                    .toList();
        }
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return source(environment).<List<TelemetrySource>>map(List::of).orElse(List.of());
    }

    private static Optional<HostSource> source(TelemetryEnvironment environment) {
        return HostReadings.processorTime(environment.procfs())
                .flatMap(processors -> HostReadings.memoryUse(environment.procfs())
                        .map(memory -> new HostSource(processors, memory)));
    }
}
