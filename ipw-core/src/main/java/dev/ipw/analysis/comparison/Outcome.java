package dev.ipw.analysis.comparison;

/** The outcome of a comparison in one dimension. */
public enum Outcome {
    /** Interval and test agree that the second run's is higher. */
    HIGHER,
    /** Interval and test agree that the second run's is lower. */
    LOWER,
    /** Neither interval nor test shows a difference. */
    NOT_SHOWN,
    /** Interval and test disagree, or queries follow those before them so closely that too few independent ones are left. */
    UNCLEAR,
    /** The times of a run are not to be trusted, so nothing is concluded about times. */
    INVALID_TIMES,
    /** Every figure of both runs is the same. */
    SAME,
    /** Too few shares are known to stand for those of all requests. */
    PARTLY_KNOWN,
    /** A figure of two runs whose variation between runs is unknown. */
    NO_INTERVAL,
    /** Fewer than six queries: no interval of a median has two sides then. */
    TOO_FEW
}
