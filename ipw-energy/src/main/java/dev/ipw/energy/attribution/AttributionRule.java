package dev.ipw.energy.attribution;

import java.util.Locale;
import org.apiguardian.api.API;

/** The rule by which overlapping requests share the joules of their common time. */
@API(status = API.Status.EXPERIMENTAL)
public enum AttributionRule {
    /** Work weighs as fitted to the device's own joules where that is reliable, else as in {@link #TOKENS}. */
    AUTO,
    /** A generated token weighs as much as 20 prompt tokens. */
    TOKENS,
    /** Work weighs as fitted to the device's own joules, reliable or not. */
    FITTED,
    /** The requests that are being processed share equally. */
    EQUAL,
    /** Requests share by the time for which they are processed. */
    ACTIVE_TIME,
    /** Requests share by the tokens that they generate. */
    OUTPUT_TOKENS;

    /**
     * Returns the name as a user types it.
     *
     * @return its name in lower case, for example {@code active-time}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
