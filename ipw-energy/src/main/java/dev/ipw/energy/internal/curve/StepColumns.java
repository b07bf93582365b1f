package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;

/** The steps of a counter in seconds and joules. */
final class StepColumns {
    private static final double SECONDS_PER_NANO = 1e-9;

    private final EnergySteps steps;
    private final EdgeTimes times;

    StepColumns(EnergySteps steps, EdgeTimes times) {
        this.steps = steps;
        this.times = times;
    }

    int count() {
        return Math.max(0, steps.edges() - 1);
    }

    double startSeconds(int step) {
        return times.nanos()[step] * SECONDS_PER_NANO;
    }

    double endSeconds(int step) {
        return times.nanos()[step + 1] * SECONDS_PER_NANO;
    }

    /** Returns the standard deviation of an edge's moment in seconds. */
    double sigmaSeconds(int edge) {
        return times.sigmaNanos()[edge] * SECONDS_PER_NANO;
    }

    double joules(int step) {
        return steps.joules(step + 1) - steps.joules(step);
    }

    double joulesBefore(int edge) {
        return steps.joules(edge);
    }

    /** Returns whether a step runs from movement to movement, so that its joules are those of its time. */
    boolean isKnown(int step) {
        return steps.isMovement(step) && steps.isMovement(step + 1) && !steps.isUnknown(step);
    }
}
