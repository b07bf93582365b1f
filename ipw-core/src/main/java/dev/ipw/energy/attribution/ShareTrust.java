package dev.ipw.energy.attribution;

import java.util.Locale;

/** How far the shares of overlapping requests can be trusted. */
public enum ShareTrust {
    /** No requests overlapped: each has what the device used while it was served. */
    MEASURED,
    /** The work that was done explains what the device used: shares are right to a few percent. */
    TRUSTED,
    /** It explains less of it: shares may be off by a quarter. */
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
     */
    public static ShareTrust of(double quality, boolean isBlurred) {
        return quality <= MOST_TRUSTED && !isBlurred ? TRUSTED : quality <= MOST_FLAGGED ? FLAGGED : UNTRUSTED;
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
