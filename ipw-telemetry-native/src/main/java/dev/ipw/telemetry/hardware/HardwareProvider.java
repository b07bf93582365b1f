package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;

/** The provider of sensors that are probed by opening them. */
public interface HardwareProvider extends TelemetryProvider {
    @Override
    CollectorFindings find(TelemetryEnvironment environment);

    @Override
    default List<SensorStatus> probe(TelemetryEnvironment environment) {
        CollectorFindings found = find(environment);
        found.sources().forEach(TelemetrySource::close);
        return found.statuses();
    }

    @Override
    default List<TelemetrySource> open(TelemetryEnvironment environment) {
        return find(environment).sources();
    }
}
