package dev.ipw.cli.bench;

import dev.ipw.cli.command.TypedCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One cell of a grid.
 *
 * @param name      the folder of its run
 * @param agent     the name of its agent
 * @param model     the name of its model
 * @param dataset   the name of its dataset
 * @param arguments its options, as they would be typed
 */
record BenchCell(String name, String agent, String model, String dataset, List<String> arguments) {
    /** Copies the list. */
    BenchCell {
        arguments = List.copyOf(arguments);
    }

    /** Parses the cell's options. */
    CellOptions options() {
        return CellOptions.parse(arguments);
    }

    /** Returns the cell's agent and model. */
    String subject() {
        return agent + ", " + model;
    }

    /** Returns the cell's name in messages. */
    String text() {
        return subject() + " on " + dataset;
    }

    /** Returns the options by name, without secrets; an option that is given twice has all its values. */
    Map<String, String> shownOptions() {
        Map<String, String> options = new LinkedHashMap<>();
        for (String argument : shownArguments()) {
            int equals = argument.indexOf('=');
            String option = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "given" : argument.substring(equals + 1);
            options.merge(option, value, (first, second) -> first + " " + second);
        }
        return options;
    }

    /** Returns the arguments without secrets. */
    List<String> shownArguments() {
        return new TypedCommand(arguments.toArray(String[]::new), CellOptions.spec().optionsMap().keySet()).shown();
    }
}
