package dev.ipw.junit;

/** What came of a budget, from the best to the worst. */
enum Conclusion {
    /** The mean lies below each limit. */
    PASS,
    /** Not decided. */
    INCONCLUSIVE,
    /** Nothing measures here. */
    SKIPPED,
    /** The mean lies above a limit. */
    FAIL;

    Conclusion worse(Conclusion other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
