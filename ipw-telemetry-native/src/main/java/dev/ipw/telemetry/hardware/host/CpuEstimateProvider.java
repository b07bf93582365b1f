package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import java.util.Optional;

/**
 * The provider of the processor time from which the package's energy can be estimated. Never chosen automatically: an
 * estimate is used only on request.
 */
public final class CpuEstimateProvider implements TelemetryProvider {
    static final String ID = "estimate";
    private static final String NAME = "CPU energy (estimate)";

    /** Creates the provider, as a service loader does. */
    public CpuEstimateProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<String> aliases() {
        return List.of("cpu-estimate");
    }

    @Override
    public String description() {
        return "rough estimate of processor energy from processor time, with wide bounds; only if asked for";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        Optional<CpuEstimateSource> source = source(environment);
        source.ifPresent(CpuEstimateSource::close);
        return List.of(source.isPresent()
                ? SensorStatus.available(ID, NAME,
                        "ESTIMATED from processor time; its bounds lie a factor of about five apart under load, up to twenty"
                                + " when idle; used only if asked for")
                : SensorStatus.unavailable(ID, NAME,
                        "neither " + environment.procfs() + "/stat nor this JVM reports the busy time of the "
                                + "processors",
                        "run on a JVM with the module jdk.management"));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return source(environment).<List<TelemetrySource>>map(List::of).orElse(List.of());
    }

    private static Optional<CpuEstimateSource> source(TelemetryEnvironment environment) {
        return HostReadings.system().flatMap(system -> HostReadings.processorTime(environment.procfs())
                .map(processors -> new CpuEstimateSource(processors, system)));
    }
}
