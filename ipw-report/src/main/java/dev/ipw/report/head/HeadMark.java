package dev.ipw.report.head;

/** A mark beside a figure of the first screen, the least serious first. */
enum HeadMark {
    /** The times may be off. */
    DOUBTFUL,
    /** The joules are calculated, not measured. */
    ESTIMATED,
    /** A part was measured, and the rest is filled in. */
    PARTIAL,
    /** Only the range is usable. */
    UNTRUSTED,
    /** The value is wrong. */
    INVALID
}
