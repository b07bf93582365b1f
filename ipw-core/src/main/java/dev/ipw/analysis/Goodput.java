package dev.ipw.analysis;

import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Figure;
import dev.ipw.statistics.internal.Proportion;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The number of answers that met the service levels.
 *
 * @param levels    the service levels
 * @param met       answers that met all of them
 * @param attempted all requests, failed ones among them
 * @param seconds   the measurement window
 * @param joules    the joules of the headline's devices in this time, for all answers and failures
 */
@API(status = API.Status.EXPERIMENTAL)
public record Goodput(ServiceLevels levels, long met, long attempted, double seconds, Figure joules) {
    private static final double LEVEL = 0.95;

    /** Rejects nulls. */
    public Goodput {
        Objects.requireNonNull(levels, "levels");
        Objects.requireNonNull(joules, "joules");
    }

    /**
     * Returns the share of requests that met the levels, with Wilson's interval.
     *
     * @return the share
     */
    public Figure share() {
        Proportion proportion = new Proportion(met, attempted);
        return Figure.of("", attempted == 0
                ? Optional.empty()
                : Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL))), "no request was sent");
    }

    /**
     * Returns the answers that met the levels per second of measured time.
     *
     * @return answers per second
     */
    public Figure perSecond() {
        return Figure.of("answers/s", seconds > 0 ? OptionalDouble.of(met / seconds) : OptionalDouble.empty(),
                "no time was measured");
    }

    /**
     * Divides all joules of the measurement window, including those of the other answers, by the answers that met the
     * levels.
     *
     * @return joules per answer
     */
    public Figure joulesPerAnswer() {
        return Figure.of("J/answer", Ratio.of(joules.value(), (double) met),
                joules.reason().orElse("no answer met the service levels"));
    }
}
