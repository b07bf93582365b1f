package dev.ipw.telemetry.hardware.process;

/**
 * The sum of the processor time of processes that start and end. The kernel adds the time of a child that its parent
 * waited for to the parent's, and forgets the time of one that was not waited for. Both are read one after the other,
 * so a child may still be seen when its time is in its parent's already, or be gone before it is. Growth of the time of
 * ended children is therefore delayed for one tick. The time of a process that is gone replaces it until a tick without
 * an ended process has passed, because the process that waited for it may have ended too, with its time. Time that both
 * report is counted once; the rest of either is time that only one of them knows. The sum never falls.
 */
final class TreeTime {
    private long living;
    private long ended;
    private long grownNow;
    private long grownBefore;
    private long goneNow;
    private long goneBefore;
    private boolean hasEndedProcess;
    private long total;

    /** Begins a tick. */
    void begin() {
        living = 0;
    }

    /** Adds the process that is read first: the time of its ended children is known only from itself. */
    void root(long own, long endedChildren) {
        living += own + endedChildren;
    }

    /**
     * Adds a process that was not known in the tick before. It may have waited for another one found just before it.
     */
    void joined(long own, long endedChildren) {
        living(own, endedChildren, endedChildren);
    }

    /** Adds a process that was known already, with the growth of its ended children's time. */
    void living(long own, long endedChildren, long endedChildrenGrowth) {
        living += own + endedChildren;
        grownNow += Math.max(0, endedChildrenGrowth);
    }

    /** Adds a process that is gone, with its last times. */
    void gone(long own, long endedChildren) {
        hasEndedProcess = true;
        goneNow += own + endedChildren;
    }

    /** Ends a tick. */
    void end() {
        long matched = Math.min(goneBefore + goneNow, grownBefore + grownNow);
        // Older growth must be matched by now; newer growth may be matched in the next tick.
        long matchedBefore = Math.min(goneBefore, matched);
        goneBefore -= matchedBefore;
        goneNow -= matched - matchedBefore;
        long matchedGrowthBefore = Math.min(grownBefore, matched);
        grownBefore -= matchedGrowthBefore;
        grownNow -= matched - matchedGrowthBefore;

        if (hasEndedProcess) {
            goneBefore += goneNow;
        } else {
            ended += goneBefore;
            goneBefore = 0;
        }
        goneNow = 0;
        hasEndedProcess = false;
        grownBefore = grownNow;
        grownNow = 0;
        total = Math.max(total, living + ended + goneBefore - grownBefore);
    }

    /** Returns the sum as of the last tick's end. */
    long total() {
        return total;
    }
}
