package dev.ipw.telemetry.internal.division;

/** The way in which a span shares the joules of a moment with the other innermost spans. */
public enum Weighing {
    /** By the work of its tokens, as requests of a profile run do. */
    WORK,
    /**
     * By its tokens, spread evenly over its own time: only those of a prompt are known, and the time of their
     * processing is unknown.
     */
    TOKENS,
    /** By time, which applies to all spans that are open then: the amount of its work is not known. */
    TIME,
    /** No share while another span works: its own work is known to be small, or to be that of the spans within it. */
    REST
}
