package dev.ipw.energy;

import java.util.EnumSet;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The reasons for throttling a device, so that its joules per token are not comparable with those of an unthrottled
 * one.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum ThrottleReason {
    /** It draws the maximum that its power limit allows. */
    POWER_CAP,
    /** The power supply requested less power. */
    POWER_BRAKE,
    /** The driver limits its temperature. */
    THERMAL,
    /** The hardware limits its temperature. */
    HARDWARE_THERMAL,
    /** The hardware slowed it down for a reason that it does not report. */
    HARDWARE_SLOWDOWN;

    /**
     * Returns the bit of this reason in a reading of {@code Quantity.THROTTLE_REASONS}.
     *
     * @return a power of two
     */
    public long mask() {
        return 1L << ordinal();
    }

    /**
     * Decodes a reading.
     *
     * @param reading a sum of masks
     * @return the reasons in it; bits of newer versions are left out
     */
    public static Set<ThrottleReason> of(double reading) {
        Set<ThrottleReason> reasons = EnumSet.noneOf(ThrottleReason.class);
        for (ThrottleReason reason : values()) {
            if (((long) reading & reason.mask()) != 0) {
                reasons.add(reason);
            }
        }
        return reasons;
    }
}
