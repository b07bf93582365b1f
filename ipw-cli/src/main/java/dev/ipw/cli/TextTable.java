package dev.ipw.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Lay out rows in columns that line up. Cells of the last column that do not fit the width go on below themselves.
 */
final class TextTable {
    private static final String GAP = "  ";
    private static final int NARROWEST_LAST = 20;

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> rightAligned;

    /**
     * Start a table.
     *
     * @param rightAligned the columns, counted from 0, whose cells end at the same place, for numbers
     */
    TextTable(Integer... rightAligned) {
        this.rightAligned = List.of(rightAligned);
    }

    /** Add a row; all rows have the same number of cells. */
    TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /**
     * Write the table.
     *
     * @param indent  what stands before each line
     * @param columns the width to keep to
     * @return the lines, each ended by a line feed
     */
    String format(String indent, int columns) {
        StringBuilder text = new StringBuilder();
        int[] widths = widths();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            int last = row.size() - 1;
            for (int column = 0; column < last; column++) {
                line.append(padded(row.get(column), widths[column], rightAligned.contains(column))).append(GAP);
            }
            int left = line.length();
            String lastCell = rightAligned.contains(last) ? padded(row.get(last), widths[last], true) : row.get(last);
            List<String> parts = wrap(lastCell, Math.max(NARROWEST_LAST, columns - left));
            text.append(line.append(parts.getFirst()).toString().stripTrailing()).append('\n');
            parts.stream().skip(1).forEach(part -> text.append(" ".repeat(left)).append(part).append('\n'));
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.isEmpty() ? 0 : rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    private static String padded(String cell, int width, boolean right) {
        String padding = " ".repeat(width - cell.length());
        return right ? padding + cell : cell + padding;
    }

    /** Break at spaces; a word longer than the width stays whole, so that a path can be copied. */
    static List<String> wrap(String cell, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : cell.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
