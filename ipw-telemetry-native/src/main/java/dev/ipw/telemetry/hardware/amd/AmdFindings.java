package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import java.util.Optional;

/**
 * The findings of one way on this machine.
 *
 * @param source   the open source; empty if the way gives neither power nor energy
 * @param statuses the statuses, one for each card or for the whole way; never empty
 */
record AmdFindings(Optional<TelemetrySource> source, List<SensorStatus> statuses) {
    static AmdFindings none(SensorStatus why) {
        return new AmdFindings(Optional.empty(), List.of(why));
    }

    CollectorFindings forSession() {
        return new CollectorFindings(statuses, source.stream().toList());
    }
}
