package dev.ipw.engine.attribution;

/**
 * Ways in which the joules of work may come about. None is known to be that of a device, and a counter's steps hardly tell them apart: where
 * they divide joules differently, nobody can say which division is right.
 */
enum CostLaw {
    /** So much for each kind of work, idle power with what takes the time. The figure itself. */
    LINEAR(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The same beyond idle power, which is divided by time: the other convention. */
    IDLE_BY_TIME(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The same with a power by time that the run shows. */
    FITTED_BY_TIME(0, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS,
            LawColumns.SECONDS),
    /** A busy device draws some power whatever it does. */
    SOME_BY_TIME(0.2, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** It draws much power whatever it does. */
    MUCH_BY_TIME(0.4, Work.STEPS, Work.PROMPT_TOKENS, Work.PASSES, Work.CONTEXT_TOKENS, Work.PROMPT_PAIRS),
    /** The greater of two linear forms, one of compute and one of memory, beyond what each step and pass takes. */
    ROOFLINE(0, LawColumns.COMPUTE_BOUND, LawColumns.MEMORY_BOUND, Work.STEPS, Work.PASSES),
    /** The same, with a power by time. */
    ROOFLINE_BY_TIME(0, LawColumns.COMPUTE_BOUND, LawColumns.MEMORY_BOUND, LawColumns.SECONDS),
    /** Power that grows with how busy compute units and memory are, less than in proportion. */
    UTILISATION(0, LawColumns.COMPUTE, LawColumns.MEMORY),
    /** The same, with a power by time that the run shows. */
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

    /** Returns whether it is one of the two conventions, and so is never left out. */
    boolean isConvention() {
        return this == LINEAR || this == IDLE_BY_TIME;
    }

    /** Returns the power that is taken out by time, of idle power and that while requests are open. */
    double wattsByTime(double idleWatts, double openWatts) {
        return this == LINEAR ? 0 : idleWatts + busyShare * Math.max(0, openWatts - idleWatts);
    }
}
