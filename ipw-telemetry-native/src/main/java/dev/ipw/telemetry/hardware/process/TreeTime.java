package dev.ipw.telemetry.hardware.process;

/**
 * Add up the processor time of processes that start and end. The kernel adds the time of a child that its parent waited for
 * to the parent's, and forgets the time of one that was not waited for. Both are read one after the other, so a child may
 * still be seen when its time is in its parent's already, or be gone before it is. Therefore growth of the time of ended
 * children is held back for one tick, and the time of a process that is gone stands in for it until a tick has passed in which no process ended: the one that waited for it may have ended too, and its time with it. What both tell is counted once; what is
 * left of either is time that only one of them knows. The sum never falls.
 */
final class TreeTime {
    private long living;
    private long ended;
    private long grownNow;
    private long grownBefore;
    private long goneNow;
    private long goneBefore;
    private boolean someoneWent;
    private long total;

    /** Begins a tick. */
    void begin() {
        living = 0;
    }

    /** Takes the process that is looked at first: nothing that it has waited for is known otherwise. */
    void root(long own, long endedChildren) {
        living += own + endedChildren;
    }

    /** Takes a process that was not known in the tick before. It may have waited for another one found just before it. */
    void joined(long own, long endedChildren) {
        living(own, endedChildren, endedChildren);
    }

    /** Takes a process that was known already, and how far the time of its ended children has grown. */
    void living(long own, long endedChildren, long endedChildrenGrowth) {
        living += own + endedChildren;
        grownNow += Math.max(0, endedChildrenGrowth);
    }

    /** Takes a process that is gone, as it was read last. */
    void gone(long own, long endedChildren) {
        someoneWent = true;
        goneNow += own + endedChildren;
    }

    /** Ends a tick. */
    void end() {
        long told = Math.min(goneBefore + goneNow, grownBefore + grownNow);
        // What is older has to be told by now; what is younger may be told in the next tick.
        long toldOfBefore = Math.min(goneBefore, told);
        goneBefore -= toldOfBefore;
        goneNow -= told - toldOfBefore;
        long tellingBefore = Math.min(grownBefore, told);
        grownBefore -= tellingBefore;
        grownNow -= told - tellingBefore;

        if (someoneWent) {
            goneBefore += goneNow;
        } else {
            ended += goneBefore;
            goneBefore = 0;
        }
        goneNow = 0;
        someoneWent = false;
        grownBefore = grownNow;
        grownNow = 0;
        total = Math.max(total, living + ended + goneBefore - grownBefore);
    }

    /** Returns the sum as of the last tick's end. */
    long total() {
        return total;
    }
}
