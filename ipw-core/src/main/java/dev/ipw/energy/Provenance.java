package dev.ipw.energy;

/** Say how a figure in joules came about, from the strongest claim to none. */
public enum Provenance {
    /** A hardware energy counter covers the whole window. */
    MEASURED,
    /** Polled power was integrated over the window. */
    INTEGRATED,
    /** A model or a share of something measured. */
    ESTIMATED,
    /** Nobody measured it; the figure is absent and a reason is given. */
    UNAVAILABLE;

    /**
     * Choose the weaker of two claims, which is what a sum of both may claim.
     *
     * @param other the other claim
     * @return the weaker one
     */
    public Provenance weaker(Provenance other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
