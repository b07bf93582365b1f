package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalDouble;

/** Say how a figure in joules came about, from the strongest claim to none. */
public enum Provenance {
    /** A hardware energy counter covers the whole window. */
    MEASURED,
    /** Polled power was integrated over the window. */
    INTEGRATED,
    /** A model or a share of something measured. */
    ESTIMATED,
    /** Nobody measured it; the figure is absent and a reason is given. */
    UNAVAILABLE;

    private static final double UNCALIBRATED = 0.05;

    /**
     * Tell how far the sensor itself may be off, beside what bounds and deviations say, which is resolution in time only.
     *
     * @return a share of the figure: 0.05 for counters and power of sensors that nobody calibrated; empty where there is no
     *             sensor
     */
    public OptionalDouble systematicFraction() {
        return this == MEASURED || this == INTEGRATED ? OptionalDouble.of(UNCALIBRATED) : OptionalDouble.empty();
    }

    /**
     * Say how far the sensor itself may be off, for whoever reads more digits than it has.
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
     * Choose the weaker of two claims, which is what a sum of both may claim.
     *
     * @param other the other claim
     * @return the weaker one
     */
    public Provenance weaker(Provenance other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
