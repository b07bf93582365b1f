package dev.ipw.analysis;

import dev.ipw.engine.statistics.Proportion;
import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Estimate;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold how many answers met the service levels.
 *
 * @param levels    what they had to keep
 * @param met       answers that kept all of them
 * @param attempted all requests, failed ones among them
 * @param seconds   the measurement window
 * @param joules    what the headline's devices used in it, for whatever answer or none; empty if not known
 */
public record Goodput(ServiceLevels levels, long met, long attempted, double seconds, OptionalDouble joules) {
    private static final double LEVEL = 0.95;

    /** Refuse nulls. */
    public Goodput {
        Objects.requireNonNull(levels, "levels");
        Objects.requireNonNull(joules, "joules");
    }

    /**
     * Returns the share of requests that kept the levels, with Wilson's interval.
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
     * Returns the answers that kept the levels over the measured time.
     *
     * @return answers a second; empty if no time passed
     */
    public OptionalDouble perSecond() {
        return seconds > 0 ? OptionalDouble.of(met / seconds) : OptionalDouble.empty();
    }

    /**
     * Divides all joules of the measurement window, those of the other answers included, by the answers that met the
     * levels.
     *
     * @return joules an answer; empty if the joules are not known or no answer kept the levels
     */
    public OptionalDouble joulesPerAnswer() {
        return Ratio.of(joules, (double) met);
    }
}
