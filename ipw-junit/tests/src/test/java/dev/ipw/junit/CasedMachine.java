package dev.ipw.junit;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.MachineCase;
import java.util.List;

/** A machine of {@link MachineCase}: the collector {@code cased}, whose argument names the case. */
public final class CasedMachine implements TelemetryProvider {
    /** Creates it, as a service loader does. */
    public CasedMachine() {}

    @Override
    public String id() {
        return "cased";
    }

    @Override
    public String description() {
        return "a machine whose sensors work, or do not";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return List.of(SensorStatus.available(id(), "cased", environment.argument().orElseThrow()));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return MachineCase.valueOf(environment.argument().orElseThrow()).sources();
    }
}
