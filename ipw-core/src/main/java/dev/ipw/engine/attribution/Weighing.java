package dev.ipw.engine.attribution;

/** By what a span shares the joules of a moment with the other spans that are innermost then. */
public enum Weighing {
    /** By the work that its tokens tell of, as requests of a profile run do. */
    WORK,
    /** By its tokens, spread evenly over its own time: only those of a prompt are known, and nothing tells when they were worked on. */
    TOKENS,
    /** By time, and all that are open then with it: how much work it is, is not known. */
    TIME,
    /** Not at all while another span works: its own work is known to be little, or to be that of the spans within it. */
    REST
}
