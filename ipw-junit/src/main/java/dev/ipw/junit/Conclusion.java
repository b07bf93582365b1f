package dev.ipw.junit;

/** The conclusion on a budget, from the best to the worst. */
enum Conclusion {
    /** The mean is below each limit. */
    PASS,
    /** Not decided. */
    INCONCLUSIVE,
    /** No sensor measures here. */
    SKIPPED,
    /** The mean is above a limit. */
    FAIL;

    Conclusion worse(Conclusion other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
