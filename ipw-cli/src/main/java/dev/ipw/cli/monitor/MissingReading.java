package dev.ipw.cli.monitor;

import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The reason why a sensor shows nothing.
 *
 * @param source   the sensor in words
 * @param reason   the reason
 * @param ageNanos the time since its last answer, in nanoseconds; empty if it never answered, or if its answers are not
 *                 credible
 */
record MissingReading(String source, String reason, OptionalLong ageNanos) {
    /** Returns the reason why a recorded sensor has no joules. */
    static MissingReading of(DeviceSeries series, String reason) {
        return new MissingReading(series.device().source(), reason, OptionalLong.empty());
    }

    /**
     * Formats the missing readings of one device, each reason once.
     *
     * @param all   the missing readings
     * @param whole true if no other sensor of the device answers, so that none need be named
     */
    static String text(List<MissingReading> all, boolean whole) {
        Map<String, MissingReading> byReason = new LinkedHashMap<>();
        all.forEach(one -> byReason.merge(one.reason, one, MissingReading::older));
        List<String> texts = new ArrayList<>();
        byReason.values().forEach(one -> texts.add((whole ? "" : one.source + ": ") + one.text()));
        return String.join("; ", texts);
    }

    private MissingReading older(MissingReading other) {
        return new MissingReading(source, reason,
                other.ageNanos.orElse(0) > ageNanos.orElse(0) ? other.ageNanos : ageNanos);
    }

    private String text() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(ageNanos.orElse(0));
        return seconds > 0 ? "no answer for " + seconds + " s: " + reason : reason;
    }
}
