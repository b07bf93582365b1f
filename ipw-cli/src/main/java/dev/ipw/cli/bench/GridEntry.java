package dev.ipw.cli.bench;

import java.util.List;

/**
 * One agent, model or dataset of a grid.
 *
 * @param name      its name in the report
 * @param arguments its options
 */
record GridEntry(String name, List<String> arguments) {
    /** Copies the list. */
    GridEntry {
        arguments = List.copyOf(arguments);
    }

    /** Creates an entry from an item of a typed list, such as a file or a model's name. */
    static GridEntry named(GridAxis axis, String typed) {
        return new GridEntry(shortened(axis, typed), List.of("--" + axis.option() + "=" + typed));
    }

    /** Shortens the path of a question file to its file name; any other name is unchanged. */
    static String shortened(GridAxis axis, String typed) {
        boolean isFile = axis == GridAxis.DATASETS && !typed.contains(":") && typed.contains("/");
        return isFile ? typed.substring(typed.lastIndexOf('/') + 1) : typed;
    }
}
