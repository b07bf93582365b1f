package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import java.util.Optional;

/**
 * The highest observed power of a device, which bounds the joules of an unread time of the same work where the limit is
 * not known. Work may come in bursts too short to be resolved, so that a whole burst may fall into that time.
 *
 * @param watts       the highest mean power of a tenth of a second, of a step that is longer, or of a gap through which
 *                    the counter counted
 * @param burstJoules the maximum joules of such a piece
 */
record SeenPower(double watts, double burstJoules) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SHORTEST_NANOS = 1e8;

    /** Finds the highest power in steps that were read without a gap; empty if no step shows a power. */
    static Optional<SeenPower> of(EnergySteps steps) {
        double watts = 0;
        double burstJoules = 0;
        int from = 0;
        for (int edge = 1; edge < steps.edges(); edge++) {
            if (!isRead(steps, edge - 1)) {
                watts = Math.max(watts, wattsOfGap(steps, edge - 1));
                from = edge;
                continue;
            }
            double nanos = middle(steps, edge) - middle(steps, from);
            if (nanos >= SHORTEST_NANOS) {
                double joules = steps.joules(edge) - steps.joules(from);
                watts = Math.max(watts, joules / (nanos / NANOS_PER_SECOND));
                burstJoules = Math.max(burstJoules, joules);
                from = edge;
            }
        }
        return watts > 0 ? Optional.of(new SeenPower(watts, burstJoules)) : Optional.empty();
    }

    /** Returns the mean power over a gap through which a counter counted; 0 where it is not known. */
    private static double wattsOfGap(EnergySteps steps, int step) {
        double seconds = (middle(steps, step + 1) - middle(steps, step)) / NANOS_PER_SECOND;
        return steps.isCounted() && steps.isGap(step) && !steps.isUnknown(step) && steps.isMovement(step)
                && steps.isMovement(step + 1) && seconds > 0
                        ? (steps.joules(step + 1) - steps.joules(step)) / seconds
                        : 0;
    }

    private static boolean isRead(EnergySteps steps, int step) {
        boolean isPlaced = !steps.isCounted() || (steps.isMovement(step) && steps.isMovement(step + 1));
        return isPlaced && !steps.isUnknown(step) && !steps.isGap(step);
    }

    private static double middle(EnergySteps steps, int edge) {
        return (steps.earliest(edge) + steps.latest(edge)) / 2.0;
    }

    /** Returns the maximum joules of the given time. */
    double mostJoules(double seconds) {
        return PowerLimits.ABOVE_LIMIT * (watts * seconds + burstJoules);
    }
}
