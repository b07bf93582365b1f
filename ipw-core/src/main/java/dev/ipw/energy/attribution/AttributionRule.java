package dev.ipw.energy.attribution;

import java.util.Locale;

/** The rule by which overlapping requests share the joules of their common time. */
public enum AttributionRule {
    /** Weigh work as fitted to the device's own joules where that is reliable, else as {@link #TOKENS}. */
    AUTO,
    /** Weigh a generated token as much as 20 prompt tokens. */
    TOKENS,
    /** Weigh work as fitted to the device's own joules, reliable or not. */
    FITTED,
    /** Divide equally among the requests that are worked on. */
    EQUAL,
    /** Divide by how long each request is worked on. */
    ACTIVE_TIME,
    /** Divide by the tokens each request generates. */
    OUTPUT_TOKENS;

    /**
     * Name it as a person types it.
     *
     * @return its name in lower case, for example {@code active-time}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
