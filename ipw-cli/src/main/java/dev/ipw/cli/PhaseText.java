package dev.ipw.cli;

import dev.ipw.run.RunPhase;

/** Name the phases of a run, and what is counted in them, for a person. */
final class PhaseText {
    private PhaseText() {}

    /** Return what is being done. */
    static String label(RunPhase phase) {
        return switch (phase) {
            case WARMING_UP -> "Warming up";
            case RESTING_BEFORE, RESTING_AFTER -> "Measuring idle power";
            case MEASURING -> "Profiling";
            case EVALUATING -> "Evaluating";
            case FINISHING -> "Finishing";
        };
    }

    /** Return what is counted. */
    static String unit(RunPhase phase) {
        return switch (phase) {
            case WARMING_UP -> "requests";
            case RESTING_BEFORE, RESTING_AFTER -> "s";
            case MEASURING -> "questions";
            case EVALUATING -> "answers";
            case FINISHING -> "steps";
        };
    }
}
