package dev.ipw.energy.attribution;

import java.util.Locale;
import org.apiguardian.api.API;

/** The reliability of the shares of overlapping requests. */
@API(status = API.Status.EXPERIMENTAL)
public enum ShareTrust {
    /** No requests overlapped: each has the joules of the device while it was served. */
    MEASURED,
    /**
     * The work explains the device's joules, and all laws of cost that explain them divide them alike: shares are right
     * to a few percent.
     */
    TRUSTED,
    /**
     * The work explains fewer of the joules, or laws that explain them divide them differently: shares may be wrong by
     * a quarter, and the bounds allow for that.
     */
    FLAGGED,
    /**
     * The work does not explain the joules, or there are too few data to learn from: only the bounds of a share are
     * usable.
     */
    UNTRUSTED,
    /** The user chose a plain rule, which nothing checks. */
    UNCHECKED;

    private static final double MAX_TRUSTED = 0.02;
    private static final double MAX_FLAGGED = 0.06;

    /**
     * Returns the trust for the result of a fit.
     *
     * @param quality   the unexplained share of the device's joules
     * @param isBlurred whether the times at which prompts were processed are too uncertain
     * @param isAgreed  whether all laws of cost that explain the joules about equally well divide them alike: a small
     *                  unexplained rest proves the sum, not the division
     */
    public static ShareTrust of(double quality, boolean isBlurred, boolean isAgreed) {
        return quality <= MAX_TRUSTED && !isBlurred && isAgreed
                ? TRUSTED
                : quality <= MAX_FLAGGED ? FLAGGED : UNTRUSTED;
    }

    /**
     * Returns whether prompts can be separated from answers.
     *
     * @return true unless shares are untrusted or by a plain rule
     */
    public boolean tellsPhases() {
        return this == MEASURED || this == TRUSTED || this == FLAGGED;
    }

    /**
     * Returns the name used in files.
     *
     * @return its name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
