package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** The origin of a figure in joules, from the strongest claim to none. */
@API(status = API.Status.EXPERIMENTAL)
public enum Provenance {
    /** A hardware energy counter covers the whole window. */
    MEASURED,
    /** Polled power was integrated over the window. */
    INTEGRATED,
    /** A model, or a share of a measured figure. */
    ESTIMATED,
    /** Not measured; the figure is absent and a reason is given. */
    UNAVAILABLE;

    private static final double UNCALIBRATED = 0.05;

    /**
     * Returns the sensor's own error; bounds and deviations include only the resolution in time.
     *
     * @return a share of the figure: 0.05 for counters and power of uncalibrated sensors; empty where there is no
     *         sensor
     */
    public OptionalDouble systematicFraction() {
        return this == MEASURED || this == INTEGRATED ? OptionalDouble.of(UNCALIBRATED) : OptionalDouble.empty();
    }

    /**
     * Formats the sensor's own error for a reader.
     *
     * @return for example {@code sensor itself: ±5 % (not in the intervals)}; empty where there is no sensor
     */
    public Optional<String> sensorError() {
        OptionalDouble share = systematicFraction();
        return share.isPresent()
                ? Optional.of("sensor itself: ±" + Math.round(100 * share.getAsDouble()) + " % (not in the intervals)")
                : Optional.empty();
    }

    /**
     * Returns the weaker of two claims, which is the claim of a sum of both.
     *
     * @param other the other claim
     * @return the weaker one
     */
    public Provenance weaker(Provenance other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
