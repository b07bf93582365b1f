package dev.ipw.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A finding about a device's joules over an interval.
 *
 * @param flag    the flag for figures of that time
 * @param span    the interval, on the clock of the readings
 * @param message the device, the interval and the figures in a sentence
 */
@API(status = API.Status.EXPERIMENTAL)
public record EnergyFinding(EnergyFlag flag, TimeSpan span, String message) {
    private static final int MAX_MESSAGES = 3;

    /** Refuses nulls. */
    public EnergyFinding {
        Objects.requireNonNull(flag, "flag");
        Objects.requireNonNull(span, "span");
        Objects.requireNonNull(message, "message");
    }

    /**
     * Returns whether the interval overlaps a window.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window
     * @return true if they have time in common
     */
    public boolean overlaps(long startNanos, long endNanos) {
        return span.startNanos() < endNanos && startNanos < span.endNanos();
    }

    /**
     * Summarises the findings on one device; the first is written in full.
     *
     * @param findings the findings
     * @return sentences
     */
    public static List<String> messages(List<EnergyFinding> findings) {
        List<String> messages = new ArrayList<>(
                findings.stream().limit(MAX_MESSAGES).map(EnergyFinding::message).toList());
        if (findings.size() > MAX_MESSAGES) {
            int last = messages.size() - 1;
            messages.set(last, messages.get(last) + " The same is so of " + (findings.size() - MAX_MESSAGES)
                    + " further intervals.");
        }
        return messages;
    }
}
