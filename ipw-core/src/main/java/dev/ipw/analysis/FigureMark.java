package dev.ipw.analysis;

import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.run.RunTotals;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A mark on a figure that limits its use.
 *
 * @param level  the limit
 * @param reason the reason, without a full stop
 */
@API(status = API.Status.EXPERIMENTAL)
public record FigureMark(Level level, String reason) {
    /** The limits of a figure's use, the least serious first. */
    public enum Level {
        /** A part of the joules was measured, and the rest is filled in. */
        PARTIAL,
        /** The value may be far off; only its range is usable. */
        UNTRUSTED,
        /** The value is wrong. */
        INVALID
    }

    /** Rejects nulls. */
    public FigureMark {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Returns the marks of figures of a run's times.
     *
     * @param validity the check of the times; empty if nothing is known
     * @return a mark for each reason why the times are invalid; empty if they are not
     */
    public static List<FigureMark> ofTimes(Optional<RunValidity> validity) {
        return validity.filter(known -> known.level() == Trust.INVALID).stream()
                .flatMap(known -> known.reasons().stream()).filter(reason -> reason.level() == Trust.INVALID)
                .map(reason -> new FigureMark(Level.INVALID, reason.text())).toList();
    }

    /**
     * Returns the marks of figures of the joules of single queries.
     *
     * @param totals the totals of the run
     * @return a mark for each device whose joules cannot be divided among overlapping requests
     */
    public static List<FigureMark> ofShares(RunTotals totals) {
        return totals.devices().stream()
                .filter(device -> totals.deviceEnergy().scopes().containsAll(device.total().scopes()))
                .flatMap(device -> device.attribution().stream()
                        .filter(sharing -> sharing.trust() == ShareTrust.UNTRUSTED)
                        .map(sharing -> new FigureMark(Level.UNTRUSTED, device.device() + ": " + reason(sharing))))
                .toList();
    }

    private static String reason(DeviceSharing sharing) {
        return sharing.quality().stream()
                .mapToObj(rest -> String.format(Locale.ROOT,
                        "the work of overlapping requests leaves %.1f %% of the joules unexplained", rest * 100))
                .findFirst().orElse("there are too few data to divide the joules of overlapping requests");
    }

    /** Returns the level and the reason. */
    @Override
    public String toString() {
        return level + ": " + reason;
    }
}
