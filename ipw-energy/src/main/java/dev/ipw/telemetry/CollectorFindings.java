package dev.ipw.telemetry;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The findings of one collector on a machine.
 *
 * @param statuses the readable sensors, and for each unreadable one the reason and the remedy; never empty
 * @param sources  the opened sources, for the caller to close; empty if nothing can be read
 */
@API(status = API.Status.EXPERIMENTAL)
public record CollectorFindings(List<SensorStatus> statuses, List<TelemetrySource> sources) {
    /** Copies the lists. */
    public CollectorFindings {
        statuses = List.copyOf(statuses);
        sources = List.copyOf(sources);
    }
}
