package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The work of requests, and the costs of work that explain the device's joules: those of the same time, or those
 * learned from a longer one.
 *
 * @param work         the work
 * @param shiftNanos   the delay between the work and the device's power
 * @param regression   the reported costs
 * @param laws         the costs by each law; empty if there are too few data
 * @param isStamped    whether token times show the engine's steps
 * @param isVague      whether the layouts that explain the joules about as well place prompts quite differently
 * @param openSeconds  the time with open requests that the costs are fitted to
 * @param otherLayouts returns the shares by each of the other layouts that explain the joules about as well
 */
record FittedWork(WorkSchedule work, long shiftNanos, WorkRegression regression, Optional<LawFits> laws,
        boolean isStamped, boolean isVague, double openSeconds, Function<ShareCells, List<WorkShares>> otherLayouts) {

    /** Returns whether there are enough data for the costs. */
    static boolean isKnown(WorkRegression regression) {
        return regression.isKnown() && regression.quality().isPresent();
    }
}
