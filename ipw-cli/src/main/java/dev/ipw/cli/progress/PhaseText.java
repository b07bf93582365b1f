package dev.ipw.cli.progress;

import dev.ipw.run.RunPhase;

/** The names of a run's phases and of their units, for a person. */
public final class PhaseText {
    private PhaseText() {}

    /** Returns the name of a phase. */
    public static String label(RunPhase phase) {
        return switch (phase) {
            case WARMING_UP -> "Warming up";
            case RESTING_BEFORE, RESTING_AFTER -> "Measuring idle power";
            case MEASURING -> "Profiling";
            case EVALUATING -> "Evaluating";
            case FINISHING -> "Finishing";
        };
    }

    /** Returns the unit in which a phase's progress is counted. */
    public static String unit(RunPhase phase) {
        return switch (phase) {
            case WARMING_UP -> "requests";
            case RESTING_BEFORE, RESTING_AFTER -> "s";
            case MEASURING -> "questions";
            case EVALUATING -> "answers";
            case FINISHING -> "steps";
        };
    }
}
