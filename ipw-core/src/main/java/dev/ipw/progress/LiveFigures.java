package dev.ipw.progress;

import dev.ipw.energy.Provenance;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The live figures of a run in progress. Times are those of the last thousand answers; a figure that was not measured
 * is absent, and so is one of too few answers.
 *
 * @param answersPerSecond          answers over the time since the measurement window began
 * @param outputTokensPerSecond     their tokens over that time
 * @param timeToFirstTokenSeconds   the time from the send to the first token
 * @param timePerOutputTokenSeconds the time between tokens
 * @param watts                     power of the headline's devices over the last two seconds
 * @param wattsByDevice             the power of each of them, by its name; without those currently unknown
 * @param joules                    their joules since the measurement window began
 * @param energyProvenance          the provenance of joules and watts; absent where they are
 * @param queriesInFlight           queries that have begun and not ended
 * @param callsAwaitingFirstToken   calls of the model among them without a token yet; absent before the first call, and
 *                                  for calls of another program
 */
@API(status = API.Status.EXPERIMENTAL)
public record LiveFigures(double answersPerSecond, OptionalDouble outputTokensPerSecond,
        Percentiles timeToFirstTokenSeconds, Percentiles timePerOutputTokenSeconds, OptionalDouble watts,
        Map<String, Double> wattsByDevice, OptionalDouble joules, Optional<Provenance> energyProvenance,
        int queriesInFlight, OptionalInt callsAwaitingFirstToken) {
    /** Copies the map, in its order. */
    public LiveFigures {
        Objects.requireNonNull(energyProvenance, "energyProvenance");
        Objects.requireNonNull(callsAwaitingFirstToken, "callsAwaitingFirstToken");
        wattsByDevice = Collections.unmodifiableMap(new LinkedHashMap<>(wattsByDevice));
    }

    /**
     * Percentiles of the last thousand answers.
     *
     * @param median the median
     * @param p90    the quantile at 0.9; absent below ten answers
     * @param p99    the quantile at 0.99; absent below a hundred answers
     */
    public record Percentiles(OptionalDouble median, OptionalDouble p90, OptionalDouble p99) {}
}
