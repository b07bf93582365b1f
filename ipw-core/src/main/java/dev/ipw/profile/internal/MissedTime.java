package dev.ipw.profile.internal;

import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The part of a timed load in which a shard asked nothing, because it began late or was interrupted. Meanwhile fewer
 * requests were in flight than the load says.
 *
 * @param missedNanos the time without this shard; not positive if it began in time
 * @param wholeNanos  the time of the load
 */
record MissedTime(long missedNanos, long wholeNanos) {
    // The shares of a figure by which the validity of times is judged.
    private static final double DOUBTFUL_SHARE = 0.05;
    private static final double INVALID_SHARE = 0.25;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Lowers a validity if the missed time may change the figures of the whole run. */
    RunValidity judged(RunValidity times) {
        double share = (double) missedNanos / wholeNanos;
        if (share < DOUBTFUL_SHARE) {
            return times;
        }
        Trust level = share < INVALID_SHARE ? Trust.DOUBTFUL : Trust.INVALID;
        String text = String.format(Locale.ROOT,
                "This shard asked nothing in %.0f %% of the load's time (%.1f of %.1f s), so fewer requests were in "
                        + "flight than the load says. Start all shards of a timed load together",
                100 * Math.min(1, share), Math.min(missedNanos, wholeNanos) / NANOS_PER_SECOND,
                wholeNanos / NANOS_PER_SECOND);
        List<Reason> reasons = Stream.concat(Stream.of(new Reason(level, text)), times.reasons().stream())
                .sorted((one, other) -> other.level().compareTo(one.level())).toList();
        return new RunValidity(times.level().worse(level), reasons, times.dispatch(), times.pauses(),
                times.ownProcessorPercent(), times.clockJumpSeconds(), times.calibration());
    }
}
