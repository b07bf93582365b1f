package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The minimum and the maximum power of a device for longer than a moment. Its joules in part of a step then lie between
 * {@value #BELOW_IDLE} of its idle power and {@value #ABOVE_LIMIT} of its limit; both margins allow for the overshoot
 * of a few milliseconds. While it was not read, it drew at most that maximum, or its highest observed power where no
 * limit is known.
 *
 * @param idleWatts  its idle power, in watts; empty if it is not known
 * @param limitWatts its maximum power, in watts; empty if it is not known
 * @param seen       its highest observed power; empty if it is not known
 */
public record PowerLimits(OptionalDouble idleWatts, OptionalDouble limitWatts, Optional<SeenPower> seen) {
    static final double BELOW_IDLE = 0.8;
    static final double ABOVE_LIMIT = 1.2;

    /** Unknown limits. */
    public static final PowerLimits UNKNOWN = new PowerLimits(OptionalDouble.empty(), OptionalDouble.empty());

    /**
     * Creates limits without an observed power.
     *
     * @param idleWatts  its idle power, in watts; empty if it is not known
     * @param limitWatts its maximum power, in watts; empty if it is not known
     */
    public PowerLimits(OptionalDouble idleWatts, OptionalDouble limitWatts) {
        this(idleWatts, limitWatts, Optional.empty());
    }

    /** Refuses invalid powers. */
    public PowerLimits {
        if (idleWatts.orElse(0) < 0 || limitWatts.orElse(1) <= 0) {
            throw new IllegalArgumentException("Powers must be positive, not " + idleWatts + " and " + limitWatts);
        }
    }

    /**
     * Adds the highest observed power of the device.
     *
     * @param steps the joules of the whole run
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

    /** Returns the maximum joules of a time in which the device was not read. */
    double mostUnreadJoules(double seconds) {
        return limitWatts.isPresent()
                ? mostWatts() * seconds
                : seen.map(power -> power.mostJoules(seconds)).orElse(Double.POSITIVE_INFINITY);
    }
}
