package dev.ipw.energy.simulation.server;

/** What a step took, its joules by their cause. */
record StepCost(double seconds, double constantJoules, double computeJoules, double memoryJoules, double linkJoules) {

    double joules() {
        return constantJoules + computeJoules + memoryJoules + linkJoules;
    }
}
