package dev.ipw.engine.curve;

import dev.ipw.engine.energy.EnergySteps;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the least and the most power of a device for longer than a moment. Its joules in part of a step then cannot be less than
 * {@value #BELOW_IDLE} of idle nor more than {@value #ABOVE_LIMIT} of its limit allow; both margins make room for the
 * overshoot of a few milliseconds. While it was not read, it drew no more than that, or than it was seen to draw where no limit
 * is known.
 *
 * @param idleWatts  what it draws when idle, in watts; empty if that is not known
 * @param limitWatts the most it may draw, in watts; empty if that is not known
 * @param seen       the highest power that it was seen to draw; empty if that is not known
 */
public record PowerLimits(OptionalDouble idleWatts, OptionalDouble limitWatts, Optional<SeenPower> seen) {
    static final double BELOW_IDLE = 0.8;
    static final double ABOVE_LIMIT = 1.2;

    /** Know nothing. */
    public static final PowerLimits UNKNOWN = new PowerLimits(OptionalDouble.empty(), OptionalDouble.empty());

    /**
     * Knows nothing of what it was seen to draw.
     *
     * @param idleWatts  what it draws when idle, in watts; empty if that is not known
     * @param limitWatts the most it may draw, in watts; empty if that is not known
     */
    public PowerLimits(OptionalDouble idleWatts, OptionalDouble limitWatts) {
        this(idleWatts, limitWatts, Optional.empty());
    }

    /** Refuses powers that are none. */
    public PowerLimits {
        if (idleWatts.orElse(0) < 0 || limitWatts.orElse(1) <= 0) {
            throw new IllegalArgumentException("Powers must be positive, not " + idleWatts + " and " + limitWatts);
        }
    }

    /**
     * Adds the highest power that the device was seen to draw.
     *
     * @param steps what it used, over the whole run
     * @return the same limits with it
     */
    public PowerLimits seenIn(EnergySteps steps) {
        return new PowerLimits(idleWatts, limitWatts, SeenPower.of(steps));
    }

    double leastWatts() {
        return BELOW_IDLE * idleWatts.orElse(0);
    }

    double mostWatts() {
        return limitWatts.isPresent() ? ABOVE_LIMIT * limitWatts.getAsDouble() : Double.POSITIVE_INFINITY;
    }

    /** Returns the most joules of so many seconds in which the device was not read. */
    double mostUnreadJoules(double seconds) {
        return limitWatts.isPresent()
                ? mostWatts() * seconds
                : seen.map(power -> power.mostJoules(seconds)).orElse(Double.POSITIVE_INFINITY);
    }
}
