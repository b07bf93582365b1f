package dev.ipw.analysis;

import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.internal.Proportion;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The number of answers that met the service levels.
 *
 * @param levels    the service levels
 * @param met       answers that met all of them
 * @param attempted all requests, failed ones among them
 * @param seconds   the measurement window
 * @param joules    the joules of the headline's devices in this time, for all answers and failures; empty if unknown
 */
public record Goodput(ServiceLevels levels, long met, long attempted, double seconds, OptionalDouble joules) {
    private static final double LEVEL = 0.95;

    /** Rejects nulls. */
    public Goodput {
        Objects.requireNonNull(levels, "levels");
        Objects.requireNonNull(joules, "joules");
    }

    /**
     * Returns the share of requests that met the levels, with Wilson's interval.
     *
     * @return the share; empty without requests
     */
    public Optional<Estimate> share() {
        Proportion proportion = new Proportion(met, attempted);
        return attempted == 0
                ? Optional.empty()
                : Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL)));
    }

    /**
     * Returns the answers that met the levels per second of measured time.
     *
     * @return answers per second; empty if no time passed
     */
    public OptionalDouble perSecond() {
        return seconds > 0 ? OptionalDouble.of(met / seconds) : OptionalDouble.empty();
    }

    /**
     * Divides all joules of the measurement window, including those of the other answers, by the answers that met the
     * levels.
     *
     * @return joules per answer; empty if the joules are unknown or no answer met the levels
     */
    public OptionalDouble joulesPerAnswer() {
        return Ratio.of(joules, (double) met);
    }
}
