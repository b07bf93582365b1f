package dev.ipw.benchmarks.task;

import java.util.Map;
import java.util.Optional;

/**
 * A solver or a scorer of a task: its name and its arguments.
 *
 * @param name      the name, such as {@code multiple_choice}
 * @param arguments the arguments by name
 */
record TaskStep(String name, Map<String, Object> arguments) {
    /** Copies the arguments. */
    TaskStep {
        arguments = Map.copyOf(arguments);
    }

    Optional<String> text(String argument) {
        return Optional.ofNullable(arguments.get(argument)).map(String::valueOf);
    }
}
