package dev.ipw.cli.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A table that is wider than the terminal: the cells of a row follow each other over the necessary number of lines,
 * each after the name of its column.
 *
 * @param rows     the rows
 * @param shown    the columns that are shown
 * @param isHeaded whether the first row holds the names of the columns
 */
record StackedTable(List<List<String>> rows, List<Integer> shown, boolean isHeaded) {
    private static final String GAP = "  ";

    String format(String indent, int columns) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : isHeaded ? rows.subList(1, rows.size()) : rows) {
            int width = columns - indent.length();
            packed(row, width).forEach(line -> text.append(indent).append(line).append('\n'));
        }
        return text.toString();
    }

    private List<String> packed(List<String> row, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String part : parts(row)) {
            if (!line.isEmpty() && DisplayWidth.of(line + GAP + part) > width) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(GAP);
            } else if (!line.isEmpty()) {
                line.append(GAP);
            }
            line.append(part);
        }
        lines.add(line.toString());
        return lines.stream().flatMap(each -> broken(each, width).stream()).toList();
    }

    /** Returns the non-empty cells, each with its name; the first one needs none. */
    private List<String> parts(List<String> row) {
        List<String> parts = new ArrayList<>();
        for (int column : shown) {
            if (column < row.size() && !row.get(column).isBlank()) {
                String name = isHeaded ? rows.getFirst().get(column) : "";
                parts.add(column == 0 || name.isEmpty() ? row.get(column) : name + " " + row.get(column));
            }
        }
        return parts;
    }

    private static List<String> broken(String line, int width) {
        if (DisplayWidth.of(line) <= width) {
            return List.of(line);
        }
        String begin = line.startsWith(GAP) ? GAP : "";
        return TextTable.wrap(line.strip(), width - begin.length()).stream().map(part -> begin + part).toList();
    }
}
