package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Write the figures and tables of any analysis for a person, a plugin's too.
 *
 * @param columns the width to keep to
 */
record FiguresText(int columns) {
    private static final String INDENT = "  ";
    private static final int MOST_ROWS = 40;

    String of(AnalysisResult result) {
        StringBuilder text = new StringBuilder(result.title()).append('\n');
        TextTable table = new TextTable(1);
        result.figures().forEach(figure -> table.row(figure.column().label(), value(figure.value()),
                interval(figure.value()), figure.column().unit(), note(figure.value())));
        text.append(table.format(INDENT, columns));
        result.tables().forEach(one -> text.append(table(one)));
        return text.toString();
    }

    private String table(AnalysisTable found) {
        Integer[] right = IntStream.range(0, found.columns().size())
                .filter(place -> found.columns().get(place).kind().isNumeric()).boxed().toArray(Integer[]::new);
        TextTable table = new TextTable(right).row(found.columns().stream()
                .map(column -> column.label() + (column.unit().isEmpty() || column.unit().equals("*")
                        ? ""
                        : ", " + column.unit()))
                .toArray(String[]::new));
        Set<String> notes = new LinkedHashSet<>();
        found.rows().stream().limit(MOST_ROWS).map(found::figures).forEach(row -> {
            table.row(row.stream().map(AnalysisFigure::value)
                    .map(value -> (value(value) + " " + interval(value)).strip()).toArray(String[]::new));
            row.stream().filter(figure -> !note(figure.value()).isEmpty())
                    .forEach(figure -> notes.add(figure.column().label() + ": " + note(figure.value())));
        });
        StringBuilder text = new StringBuilder("\n").append(found.title()).append('\n')
                .append(table.format(INDENT, columns));
        if (found.rows().size() > MOST_ROWS) {
            text.append(INDENT).append("and ").append(found.rows().size() - MOST_ROWS).append(" more in the file\n");
        }
        notes.forEach(note -> text.append(TextTable.paragraph(note, INDENT, columns)));
        return text.toString();
    }

    private static String value(AnalysisValue value) {
        return value.value().map(known -> switch (known) {
            case Double number -> Figures.of(number);
            case List<?> texts -> String.join(", ", value.texts());
            default -> known.toString();
        }).orElse("-");
    }

    /** Return where the joules are from and what is to be known; empty if nothing. */
    private static String note(AnalysisValue value) {
        List<String> parts = new ArrayList<>();
        value.provenance().ifPresent(source -> parts.add(source.name()));
        parts.addAll(value.flags());
        value.reason().ifPresent(parts::add);
        return String.join(", ", parts);
    }

    /** Write an interval in brackets, empty if there is none; a bound without end is a question mark. */
    static String interval(AnalysisValue value) {
        return interval(value, 1);
    }

    /** Write an interval in brackets, its bounds scaled. */
    static String interval(AnalysisValue value, double scale) {
        return value.interval().map(known -> "[" + bound(known.low(), scale) + ", " + bound(known.high(), scale) + "]")
                .orElse("");
    }

    private static String bound(double bound, double scale) {
        return Double.isFinite(bound) ? Figures.of(bound * scale) : "?";
    }

    /** Write a number, or a dash if unknown. */
    static String number(AnalysisValue value, double scale) {
        OptionalDouble known = value.number();
        return known.isPresent() ? Figures.of(known.getAsDouble() * scale) : "-";
    }

    /** Write a number with its interval, or a dash if unknown. */
    static String estimate(AnalysisValue value, double scale) {
        return (number(value, scale) + " " + interval(value, scale)).strip();
    }

    /** Return the text that must be there. */
    static String text(AnalysisValue value) {
        return Optional.of(value).flatMap(AnalysisValue::text).orElse("");
    }

    /** Return a count; zero if there is none. */
    static long count(AnalysisValue value) {
        return value.count().orElse(0);
    }
}
