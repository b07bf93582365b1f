package dev.ipw.energy.attribution;

import java.util.Locale;

/** How far the shares of overlapping requests can be trusted. */
public enum ShareTrust {
    /** No requests overlapped: each has what the device used while it was served. */
    MEASURED,
    /**
     * The work that was done explains what the device used, and all laws of cost that do so divide it alike: shares are right to a few
     * percent.
     */
    TRUSTED,
    /** It explains less of it, or laws that explain it divide it differently: shares may be off by a quarter, and bounds hold that. */
    FLAGGED,
    /** It does not explain it, or there is too little to learn from: only the bounds of a share say something. */
    UNTRUSTED,
    /** A plain rule was asked for, which nothing checks. */
    UNCHECKED;

    private static final double MOST_TRUSTED = 0.02;
    private static final double MOST_FLAGGED = 0.06;

    /**
     * Judge.
     *
     * @param quality   how much of the device's joules is left unexplained, as a share of them
     * @param isBlurred whether it can hardly be told when prompts were worked through
     * @param isAgreed  whether all laws of cost that explain the joules about as well divide them alike: a small rest proves the
     *                  sum, not the division
     */
    public static ShareTrust of(double quality, boolean isBlurred, boolean isAgreed) {
        return quality <= MOST_TRUSTED && !isBlurred && isAgreed
                ? TRUSTED
                : quality <= MOST_FLAGGED ? FLAGGED : UNTRUSTED;
    }

    /**
     * Return whether prompts can be separated from answers.
     *
     * @return true unless shares are untrusted or by a plain rule
     */
    public boolean tellsPhases() {
        return this == MEASURED || this == TRUSTED || this == FLAGGED;
    }

    /**
     * Name it as files do.
     *
     * @return its name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
