package dev.ipw.cli.monitor;

import dev.ipw.engine.energy.DeviceSeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Explain why a sensor shows nothing.
 *
 * @param source   the sensor in words
 * @param reason   why
 * @param ageNanos how long it has not answered, in nanoseconds; empty if it never did, or if it answers with what is not
 *                 believed
 */
record MissingReading(String source, String reason, OptionalLong ageNanos) {
    /** Return the reason why a sensor that is read has no joules. */
    static MissingReading of(DeviceSeries series, String reason) {
        return new MissingReading(series.device().source(), reason, OptionalLong.empty());
    }

    /**
     * Put those of one device into words, each reason once.
     *
     * @param all   the missing readings
     * @param whole true if nothing else of the device answers, so that no sensor need be named
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
