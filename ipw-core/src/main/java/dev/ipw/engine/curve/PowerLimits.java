package dev.ipw.engine.curve;

import java.util.OptionalDouble;

/**
 * Hold the least and the most power of a device for longer than a moment. Its joules in part of a step then cannot be less than
 * {@value #BELOW_IDLE} of idle nor more than {@value #ABOVE_LIMIT} of its limit allow; both margins make room for the
 * overshoot of a few milliseconds.
 *
 * @param idleWatts  what it draws when idle, in watts; empty if that is not known
 * @param limitWatts the most it may draw, in watts; empty if that is not known
 */
public record PowerLimits(OptionalDouble idleWatts, OptionalDouble limitWatts) {
    static final double BELOW_IDLE = 0.8;
    static final double ABOVE_LIMIT = 1.2;

    /** Know nothing. */
    public static final PowerLimits UNKNOWN = new PowerLimits(OptionalDouble.empty(), OptionalDouble.empty());

    /** Refuse powers that are none. */
    public PowerLimits {
        if (idleWatts.orElse(0) < 0 || limitWatts.orElse(1) <= 0) {
            throw new IllegalArgumentException("Powers must be positive, not " + idleWatts + " and " + limitWatts);
        }
    }

    double leastWatts() {
        return BELOW_IDLE * idleWatts.orElse(0);
    }

    double mostWatts() {
        return limitWatts.isPresent() ? ABOVE_LIMIT * limitWatts.getAsDouble() : Double.POSITIVE_INFINITY;
    }
}
