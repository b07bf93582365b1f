package dev.ipw.analysis;

import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/**
 * A table of figures, each column with one name and unit.
 *
 * @param name    the key in the file, lower case with underscores
 * @param title   the title that people read
 * @param columns the columns
 * @param rows    the rows, each with a value for each column
 * @param key     the column of texts by which the file keys the rows; empty if they are a list
 */
@API(status = API.Status.EXPERIMENTAL)
public record AnalysisTable(String name, String title, List<AnalysisColumn> columns, List<List<AnalysisValue>> rows,
        Optional<String> key) {
    /** The suffixes that may follow a column's name in a file. */
    static final List<String> SUFFIXES = List.of("", "_low", "_high", "_level", "_reason", "_provenance", "_flags",
            "_marks");

    /** Copies the lists, and refuses values that do not fit their columns. */
    public AnalysisTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        requireDistinct("table " + name, columns);
        for (List<AnalysisValue> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("The table " + name + " has " + columns.size()
                        + " columns, but a row of " + row.size() + " values");
            }
            for (int place = 0; place < row.size(); place++) {
                requireKind(columns.get(place), row.get(place));
            }
        }
        if (key.isPresent()) {
            requireKeys(name, place(columns, key.get()), rows);
        }
    }

    private static void requireKeys(String name, int place, List<List<AnalysisValue>> rows) {
        Set<String> seen = new HashSet<>();
        for (List<AnalysisValue> row : rows) {
            if (place < 0 || !seen.add(row.get(place).text().orElse(""))) {
                throw new IllegalArgumentException(
                        "The rows of the table " + name + " need a text each, all different, "
                                + "in the column that is their key");
            }
        }
    }

    static void requireKind(AnalysisColumn column, AnalysisValue value) {
        boolean fits = value.value().map(known -> switch (column.kind()) {
            case NUMBER, ESTIMATE -> known instanceof Double;
            case COUNT -> known instanceof Long;
            case TEXT -> known instanceof String;
            case TRUTH -> known instanceof Boolean;
            case TEXTS -> known instanceof List<?>;
        }).orElse(true);
        if (!fits || (value.interval().isPresent() && column.kind() != AnalysisColumn.Kind.ESTIMATE)) {
            throw new IllegalArgumentException("The figure " + column.name() + " is of kind " + column.kind().label()
                    + " and cannot be " + value);
        }
    }

    /** Refuses two columns that would have the same key in a file. */
    static void requireDistinct(String where, List<AnalysisColumn> columns) {
        Set<String> names = new HashSet<>();
        columns.forEach(column -> {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("The " + where + " has two figures " + column.name());
            }
        });
        columns.forEach(
                column -> SUFFIXES.stream().skip(1).map(suffix -> column.name() + suffix).filter(names::contains)
                        .findFirst().ifPresent(taken -> {
                            throw new IllegalArgumentException("The " + where + " has a figure " + taken
                                    + ", which is kept for what belongs to " + column.name());
                        }));
    }

    private static int place(List<AnalysisColumn> columns, String column) {
        return IntStream.range(0, columns.size()).filter(place -> columns.get(place).name().equals(column)).findFirst()
                .orElse(-1);
    }

    /**
     * Starts a table whose rows are a list.
     *
     * @param name    the key in the file
     * @param title   the title that people read
     * @param columns the columns
     * @return a table without rows
     */
    public static AnalysisTable of(String name, String title, AnalysisColumn... columns) {
        return new AnalysisTable(name, title, List.of(columns), List.of(), Optional.empty());
    }

    /**
     * Keys the rows by a column of texts in the file.
     *
     * @param column the name of a column of texts, all different
     * @return a copy with the key
     */
    public AnalysisTable keyedBy(String column) {
        return new AnalysisTable(name, title, columns, rows, Optional.of(column));
    }

    /**
     * Adds a row.
     *
     * @param values a value for each column
     * @return the changed copy
     */
    public AnalysisTable row(AnalysisValue... values) {
        List<List<AnalysisValue>> more = new ArrayList<>(rows);
        more.add(List.of(values));
        return new AnalysisTable(name, title, columns, more, key);
    }

    /**
     * Returns the table with rows.
     *
     * @param all the rows, each with a value for each column
     * @return a copy with these rows
     */
    public AnalysisTable rows(List<List<AnalysisValue>> all) {
        return new AnalysisTable(name, title, columns, all, key);
    }

    /**
     * Returns a row as single figures, each in its unit.
     *
     * @param row one of the rows
     * @return a figure for each column
     */
    public List<AnalysisFigure> figures(List<AnalysisValue> row) {
        String unit = value(row, AnalysisColumn.UNIT).text().orElse("");
        return IntStream.range(0, columns.size()).mapToObj(place -> new AnalysisFigure(
                columns.get(place).unit().equals(AnalysisColumn.UNIT_OF_ROW)
                        ? columns.get(place).in(unit)
                        : columns.get(place),
                row.get(place))).toList();
    }

    /**
     * Finds a value of a row.
     *
     * @param row    one of the rows
     * @param column the column's name
     * @return the value; an absent one if there is no such column
     */
    public AnalysisValue value(List<AnalysisValue> row, String column) {
        int place = place(columns, column);
        return place < 0 ? AnalysisValue.absent() : row.get(place);
    }
}
