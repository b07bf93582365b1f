package dev.ipw.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * The findings of one collector on a machine.
 *
 * @param statuses the readable sensors, and for each unreadable one the reason and the remedy; never empty
 * @param sources  the opened sources, for the caller to close; empty if nothing can be read
 * @param again    tries to open what does not answer yet; empty if nothing is left to try. Its findings replace these:
 *                 they list the same opened sources, and those that opened since, but not one that only stood for them. The
 *                 text {@link Sensor#source()} of one that stands for others is how theirs begin, before a space
 */
@API(status = API.Status.EXPERIMENTAL)
public record CollectorFindings(List<SensorStatus> statuses, List<TelemetrySource> sources,
        Optional<Supplier<CollectorFindings>> again) {
    /** Copies the lists. */
    public CollectorFindings {
        statuses = List.copyOf(statuses);
        sources = List.copyOf(sources);
    }

    /**
     * Creates findings that are final.
     *
     * @param statuses the readable sensors, and for each unreadable one the reason and the remedy; never empty
     * @param sources  the opened sources, for the caller to close; empty if nothing can be read
     */
    public CollectorFindings(List<SensorStatus> statuses, List<TelemetrySource> sources) {
        this(statuses, sources, Optional.empty());
    }
}
