package dev.ipw.energy.internal;

import java.util.function.LongToDoubleFunction;

/**
 * The joules of a device up to a moment if each reading of its power is a mean over the time before it. The integral of
 * such readings is the mean of E over that time: half of the averaging time later it is closest to E(t). Where power
 * jumps at t, as at the start or end of work, the mean rounds E off, and the integral's bend over the whole averaging
 * time shows by how much.
 */
public final class AveragedPower {
    private static final double NANOS_PER_SECOND = 1e9;
    // Exact where power stays constant for the averaging time before the moment, and after it.
    private static final double BEND_SHARE = 0.5;

    private AveragedPower() {}

    /**
     * Returns E(t).
     *
     * @param integral       joules of the readings up to a moment, since the series began
     * @param averagingNanos the time over which readings are means
     * @param nanos          the moment
     * @return joules since the series began, between the integral at the moment and the integral one averaging time
     *         later
     */
    public static double joulesAt(LongToDoubleFunction integral, long averagingNanos, long nanos) {
        double now = integral.applyAsDouble(nanos);
        if (averagingNanos == 0) {
            return now;
        }
        double middle = integral.applyAsDouble(nanos + averagingNanos / 2);
        double later = integral.applyAsDouble(nanos + averagingNanos);
        return Math.clamp(middle - BEND_SHARE * (now - 2 * middle + later), now, Math.max(now, later));
    }

    /**
     * Returns the integral after the last reading, as if power stayed constant.
     *
     * @param joules     joules up to the last reading
     * @param lastJoules joules of the step up to it
     * @param lastNanos  the duration of that step
     * @param pastNanos  the time since the last reading
     * @return joules since the series began
     */
    public static double extended(double joules, double lastJoules, long lastNanos, long pastNanos) {
        return lastNanos > 0
                ? joules + lastJoules / (lastNanos / NANOS_PER_SECOND) * (pastNanos / NANOS_PER_SECOND)
                : joules;
    }
}
