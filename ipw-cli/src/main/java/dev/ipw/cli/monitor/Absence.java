package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergySeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Say why a sensor shows nothing.
 *
 * @param source   the sensor in words
 * @param reason   why
 * @param ageNanos how long it has not answered, in nanoseconds; empty if it never did, or if it answers with what is not
 *                 believed
 */
record Absence(String source, String reason, OptionalLong ageNanos) {
    /** Say that a sensor is read and its joules are none. */
    static Absence of(EnergySeries series, String reason) {
        return new Absence(series.device().source(), reason, OptionalLong.empty());
    }

    /**
     * Put those of one device into words, each reason once.
     *
     * @param all   the absences
     * @param whole true if nothing else of the device answers, so that no sensor need be named
     */
    static String text(List<Absence> all, boolean whole) {
        Map<String, Absence> byReason = new LinkedHashMap<>();
        all.forEach(one -> byReason.merge(one.reason, one, Absence::older));
        List<String> texts = new ArrayList<>();
        byReason.values().forEach(one -> texts.add((whole ? "" : one.source + ": ") + one.text()));
        return String.join("; ", texts);
    }

    private Absence older(Absence other) {
        return new Absence(source, reason, other.ageNanos.orElse(0) > ageNanos.orElse(0) ? other.ageNanos : ageNanos);
    }

    private String text() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(ageNanos.orElse(0));
        return seconds > 0 ? "no answer for " + seconds + " s: " + reason : reason;
    }
}
