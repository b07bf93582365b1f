package dev.ipw.telemetry;

import java.util.List;

/**
 * Hold what one collector finds on a machine.
 *
 * @param statuses what can be read, and for each thing that cannot, why and what to do; never empty
 * @param sources  what was opened, for the caller to close; empty if nothing can be read
 */
public record CollectorFindings(List<SensorStatus> statuses, List<TelemetrySource> sources) {
    /** Copy the lists. */
    public CollectorFindings {
        statuses = List.copyOf(statuses);
        sources = List.copyOf(sources);
    }
}
