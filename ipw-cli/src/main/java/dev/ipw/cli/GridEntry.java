package dev.ipw.cli;

import java.util.List;

/**
 * Hold one agent, model or dataset of a grid.
 *
 * @param name      what it is called in the report
 * @param arguments its options
 */
record GridEntry(String name, List<String> arguments) {
    /** Copy the list. */
    GridEntry {
        arguments = List.copyOf(arguments);
    }

    /** Take what was typed in a list, such as a file or a model's name. */
    static GridEntry named(GridAxis axis, String typed) {
        return new GridEntry(shortened(axis, typed), List.of("--" + axis.option() + "=" + typed));
    }

    /** A file of questions is called as it is without its folders; any other name stays. */
    static String shortened(GridAxis axis, String typed) {
        boolean isFile = axis == GridAxis.DATASETS && !typed.contains(":") && typed.contains("/");
        return isFile ? typed.substring(typed.lastIndexOf('/') + 1) : typed;
    }
}
