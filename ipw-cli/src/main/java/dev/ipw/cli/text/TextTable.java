package dev.ipw.cli.text;

import dev.ipw.internal.io.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of aligned columns. Cells of the last column that exceed the width are wrapped within the column, and
 * optional columns are dropped from a table that is too wide. If that is not enough, a row takes several lines.
 */
public final class TextTable {
    private static final String GAP = "  ";
    private static final String HANGING = "      ";
    private static final int NARROWEST_LAST = 20;

    private static final int LONGEST_WORD = 40;

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> rightAligned;
    private List<Integer> droppable = List.of();
    private boolean isHeaded;

    /**
     * Creates an empty table.
     *
     * @param rightAligned the columns, counted from 0, that are aligned to the right, for numbers
     */
    public TextTable(Integer... rightAligned) {
        this.rightAligned = List.of(rightAligned);
    }

    /** Adds a row; all rows have the same number of cells, or a single one, which spans all columns. */
    public TextTable row(String... cells) {
        rows.add(Arrays.stream(cells).map(TextTable::cell).toList());
        return this;
    }

    /** Returns a cell's text on one line: it may come from outside and must stay within its column. */
    private static String cell(String text) {
        return VisibleText.marked(text).replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
    }

    /** Sets the columns that are dropped if the table is too wide, the first named first. */
    public TextTable dropping(Integer... columns) {
        droppable = List.of(columns);
        return this;
    }

    /** Marks the first row as the names of the columns, which are repeated where rows do not fit on a line. */
    public TextTable headed() {
        isHeaded = true;
        return this;
    }

    /** Returns whether the table with all its columns fits a width. */
    public boolean fits(String indent, int columns) {
        int[] widths = widths();
        return indent.length() + narrowest(all(widths), widths) <= columns;
    }

    /** Returns whether the table fits a width without wrapping a cell. */
    public boolean fitsUnbroken(int columns) {
        int[] widths = widths();
        return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) <= columns;
    }

    /**
     * Formats the table.
     *
     * @param indent  the prefix of each line
     * @param columns the maximum width
     * @return the lines, each ended by a line feed
     */
    public String format(String indent, int columns) {
        StringBuilder text = new StringBuilder();
        int[] widths = widths();
        List<Integer> shown = shown(widths, columns - indent.length());
        if (shown.size() > 2 && indent.length() + narrowest(shown, widths) > columns) {
            return new StackedTable(rows, shown, isHeaded).format(indent, columns);
        }
        for (List<String> row : rows) {
            if (isHeading(row, widths)) {
                wrap(row.getFirst(), columns - indent.length())
                        .forEach(part -> text.append(indent).append(part).append('\n'));
            } else {
                append(text, new StringBuilder(indent), row, shown, widths, columns);
            }
        }
        return text.toString();
    }

    private void append(StringBuilder text, StringBuilder line, List<String> row, List<Integer> shown, int[] widths,
            int columns) {
        for (int column : shown.subList(0, shown.size() - 1)) {
            line.append(padded(row.get(column), widths[column], rightAligned.contains(column))).append(GAP);
        }
        int left = DisplayWidth.of(line.toString());
        int last = shown.getLast();
        List<String> parts = rightAligned.contains(last)
                ? List.of(padded(row.get(last), widths[last], true))
                : wrap(row.get(last), Math.max(NARROWEST_LAST, columns - left));
        if (shown.size() > 1 && parts.stream().anyMatch(part -> DisplayWidth.of(part) > columns - left)
                && left > HANGING.length()) {
            // A long word, such as a device's id, gets the room below the other cells.
            text.append(line.toString().stripTrailing()).append('\n')
                    .append(paragraph(row.get(last), HANGING, columns));
            return;
        }
        text.append(line.append(parts.getFirst()).toString().stripTrailing()).append('\n');
        parts.stream().skip(1).forEach(part -> text.append(" ".repeat(left)).append(part).append('\n'));
    }

    private static boolean isHeading(List<String> row, int[] widths) {
        return row.size() == 1 && widths.length > 1;
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length && !isHeading(row, widths); column++) {
                widths[column] = Math.max(widths[column], DisplayWidth.of(row.get(column)));
            }
        }
        return widths;
    }

    private List<Integer> shown(int[] widths, int room) {
        List<Integer> shown = all(widths);
        for (Integer column : droppable) {
            if (narrowest(shown, widths) > room) {
                shown.removeIf(column::equals);
            }
        }
        return shown;
    }

    private static List<Integer> all(int[] widths) {
        return IntStream.range(0, widths.length).boxed().collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns the width of some columns, with the last one wrapped as narrowly as possible. */
    private int narrowest(List<Integer> shown, int[] widths) {
        int last = shown.getLast();
        int width = rightAligned.contains(last)
                ? widths[last]
                : Math.min(Math.max(NARROWEST_LAST, longestWord(last)), widths[last]);
        for (int column : shown.subList(0, shown.size() - 1)) {
            width += widths[column] + GAP.length();
        }
        return width;
    }

    /** Returns the width of the longest word that is not a path or an address: those may exceed the width. */
    private int longestWord(int column) {
        return rows.stream().filter(row -> column < row.size() && row.size() > 1)
                .flatMap(row -> Arrays.stream(row.get(column).split(" "))).mapToInt(DisplayWidth::of)
                .filter(width -> width <= LONGEST_WORD).max().orElse(0);
    }

    private static String padded(String cell, int width, boolean right) {
        String padding = " ".repeat(width - DisplayWidth.of(cell));
        return right ? padding + cell : cell + padding;
    }

    /** Wraps a sentence over the necessary number of lines. */
    public static String paragraph(String sentence, String indent, int columns) {
        return wrap(sentence, columns - indent.length()).stream().map(line -> indent + line + "\n")
                .collect(Collectors.joining());
    }

    /** Wraps a cell at spaces; a word longer than the width is not broken, so that a path can be copied. */
    public static List<String> wrap(String cell, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int columns = 0;
        for (String word : cell.split(" ")) {
            if (!line.isEmpty() && columns + 1 + DisplayWidth.of(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
                columns = 0;
            }
            columns += DisplayWidth.of(word) + (line.isEmpty() ? 0 : 1);
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
