package dev.ipw.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hold one cell of a grid.
 *
 * @param name      the folder of its run
 * @param agent     what its agent is called
 * @param model     what its model is called
 * @param dataset   what its dataset is called
 * @param arguments its options, as they would be typed
 */
record BenchCell(String name, String agent, String model, String dataset, List<String> arguments) {
    /** Copy the list. */
    BenchCell {
        arguments = List.copyOf(arguments);
    }

    /** Read its options. */
    CellOptions options() {
        return CellOptions.parse(arguments);
    }

    /** Name its agent and its model. */
    String subject() {
        return agent + ", " + model;
    }

    /** Name it in a message. */
    String text() {
        return subject() + " on " + dataset;
    }

    /** Return its options by their names, without secrets; of an option that is given twice, all values. */
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

    /** Return its arguments without secrets. */
    List<String> shownArguments() {
        return new TypedCommand(arguments.toArray(String[]::new), CellOptions.spec().optionsMap().keySet()).shown();
    }
}
