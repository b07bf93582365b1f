package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Trust;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * An upper bound of the delay in a figure.
 *
 * @param name          the figure's name
 * @param statistic     the statistic, as a phrase after a number: {@code in the mean}
 * @param delaySeconds  that statistic of the delays
 * @param figureSeconds that statistic of the figure, delays included
 * @param floorSeconds  delays up to this do not matter
 */
record Effect(String name, String statistic, double delaySeconds, double figureSeconds, double floorSeconds) {

    /** Returns the statistic with the greatest share of delay, among those that both have. */
    static Effect worst(String name, Delays delays, Delays figures, double floorSeconds) {
        return Stream.of(of(name, "in the mean", delays.meanSeconds(), figures.meanSeconds(), floorSeconds),
                of(name, "at the median", delays.medianSeconds(), figures.medianSeconds(), floorSeconds),
                of(name, "at the 90th percentile", delays.p90Seconds(), figures.p90Seconds(), floorSeconds),
                of(name, "at the 99th percentile", delays.p99Seconds(), figures.p99Seconds(), floorSeconds))
                .max(Comparator.comparingDouble(Effect::share)).orElseThrow();
    }

    private static Effect of(String name, String statistic, OptionalDouble delay, OptionalDouble figure,
            double floorSeconds) {
        boolean known = delay.isPresent() && figure.isPresent();
        return new Effect(name, statistic, known ? delay.getAsDouble() : 0, known ? figure.getAsDouble() : 0,
                floorSeconds);
    }

    /** Returns the share of the figure that may be delay; 0 where the delay does not matter. It may be above 1. */
    double share() {
        return delaySeconds <= floorSeconds || figureSeconds <= 0 ? 0 : delaySeconds / figureSeconds;
    }

    Trust level() {
        if (share() <= ValidityRules.DOUBTFUL_SHARE) {
            return Trust.VALID;
        }
        return share() > ValidityRules.INVALID_SHARE ? Trust.INVALID : Trust.DOUBTFUL;
    }
}
