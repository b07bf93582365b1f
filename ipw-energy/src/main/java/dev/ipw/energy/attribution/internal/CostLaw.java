package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;

/**
 * The possible laws of the cost of work in joules. None is known to be that of a device, and a counter's steps hardly
 * distinguish them: where they divide joules differently, it is unknown which division is right.
 */
enum CostLaw {
    /**
     * A constant cost for each kind of work; idle power is part of the work that takes the time. The reported figure.
     */
    LINEAR(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The same for the joules beyond idle power, which is divided by time: the other convention. */
    IDLE_BY_TIME(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The same with a power by time that is fitted to the run. */
    FITTED_BY_TIME(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS,
            LawColumns.SECONDS),
    /** A busy device draws some power whatever it does. */
    SOME_BY_TIME(0.2, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** A busy device draws much power whatever it does. */
    MUCH_BY_TIME(0.4, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The greater of two linear forms, one of compute and one of memory, beyond the cost of each step and pass. */
    ROOFLINE(0, LawColumns.COMPUTE_BOUND, LawColumns.MEMORY_BOUND, Work.STEPS, Work.PASSES),
    /** The same, with a power by time. */
    ROOFLINE_BY_TIME(0, LawColumns.COMPUTE_BOUND, LawColumns.MEMORY_BOUND, LawColumns.SECONDS),
    /** Power that grows less than in proportion to the utilization of compute units and memory. */
    UTILISATION(0, LawColumns.COMPUTE, LawColumns.MEMORY),
    /** The same, with a power by time that is fitted to the run. */
    UTILISATION_BY_TIME(0, LawColumns.COMPUTE, LawColumns.MEMORY, LawColumns.SECONDS);

    private final double busyShare;
    private final int[] columns;

    CostLaw(double busyShare, int... columns) {
        this.busyShare = busyShare;
        this.columns = columns;
    }

    /** Returns the columns of {@link LawColumns} whose costs are fitted. */
    int[] columns() {
        return columns;
    }

    /** Returns whether this law is one of the two conventions, and so is never left out. */
    boolean isConvention() {
        return this == LINEAR || this == IDLE_BY_TIME;
    }

    /** Returns the power that is subtracted by time, from the idle power and the power while requests are open. */
    double wattsByTime(double idleWatts, double openWatts) {
        return this == LINEAR ? 0 : idleWatts + busyShare * Math.max(0, openWatts - idleWatts);
    }
}
