package dev.ipw.cli.text;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureMark;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.internal.number.SiPrefix;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The text of the figures and tables of any analysis, including those of plugins.
 *
 * @param columns the maximum width
 */
public record FiguresText(int columns) {
    private static final String INDENT = "  ";
    private static final int MAX_ROWS = 40;

    public String of(AnalysisResult result) {
        StringBuilder text = new StringBuilder(result.title()).append('\n');
        TextTable table = new TextTable(1);
        result.figures().forEach(figure -> {
            boolean isNumber = figure.value().value().filter(Double.class::isInstance).isPresent();
            ShownFigure shown = shown(figure);
            table.row(figure.column().label(), isNumber ? shown.value() : value(figure.value()), shown.interval(),
                    isNumber ? shown.unit() : figure.column().unit(), note(figure.value()));
        });
        text.append(table.format(INDENT, columns));
        result.tables().forEach(one -> text.append(table(one)));
        return text.toString();
    }

    private String table(AnalysisTable found) {
        Integer[] right = IntStream.range(0, found.columns().size())
                .filter(place -> found.columns().get(place).kind().isNumeric()).boxed().toArray(Integer[]::new);
        List<SiPrefix> prefixes = IntStream.range(0, found.columns().size())
                .mapToObj(place -> prefix(found, place)).toList();
        TextTable table = new TextTable(right).headed().row(IntStream.range(0, found.columns().size())
                .mapToObj(place -> heading(found.columns().get(place), prefixes.get(place))).toArray(String[]::new));
        Set<String> notes = new LinkedHashSet<>();
        found.rows().stream().limit(MAX_ROWS).map(found::figures).forEach(row -> {
            table.row(IntStream.range(0, row.size())
                    .mapToObj(place -> cell(row.get(place), prefixes.get(place))).toArray(String[]::new));
            row.stream().filter(figure -> !note(figure.value()).isEmpty())
                    .forEach(figure -> notes.add(figure.column().label() + ": " + note(figure.value())));
        });
        StringBuilder text = new StringBuilder("\n").append(found.title()).append('\n')
                .append(table.format(INDENT, columns));
        if (found.rows().size() > MAX_ROWS) {
            text.append(INDENT).append("and ").append(found.rows().size() - MAX_ROWS).append(" more in the file\n");
        }
        notes.forEach(note -> text.append(TextTable.paragraph(CommandWords.of(note), INDENT, columns)));
        return text.toString();
    }

    private static String heading(AnalysisColumn column, SiPrefix prefix) {
        String unit = column.unit().equals(AnalysisColumn.UNIT_OF_ROW) ? "" : prefix.before(column.shownUnit());
        return column.label() + (unit.isEmpty() ? "" : ", " + unit);
    }

    /** Returns the prefix of all numbers of a column, which is part of its heading. */
    private static SiPrefix prefix(AnalysisTable found, int place) {
        double most = found.rows().stream().limit(MAX_ROWS).map(row -> row.get(place).number())
                .filter(OptionalDouble::isPresent).mapToDouble(number -> Math.abs(number.getAsDouble())).max()
                .orElse(0);
        return SiPrefix.of(most, found.columns().get(place).shownUnit());
    }

    private static String cell(AnalysisFigure figure, SiPrefix prefix) {
        AnalysisValue value = figure.value();
        return value.value().filter(Double.class::isInstance).isPresent()
                ? estimate(value, prefix.scaled(figure.column().scale().factor()))
                : (value(value) + " " + interval(value)).strip();
    }

    private static String value(AnalysisValue value) {
        return value.value().map(known -> switch (known) {
            case Double number -> Figures.of(number);
            case List<?> texts -> String.join(", ", value.texts());
            default -> known.toString();
        }).orElse("-");
    }

    /** Returns the source of the joules and their flags; empty if the value has neither. */
    private static String note(AnalysisValue value) {
        List<String> parts = new ArrayList<>();
        value.provenance().ifPresent(source -> parts.add(source.name()));
        value.flags().forEach(flag -> parts.add(EnergyFlag.words(flag)));
        value.marks().forEach(mark -> parts.add(mark.toString()));
        value.reason().ifPresent(parts::add);
        return String.join(", ", parts);
    }

    /** Formats an interval in brackets, empty text if absent; an infinite bound is a question mark. */
    public static String interval(AnalysisValue value) {
        return interval(value, 1);
    }

    /** Formats an interval in brackets, its bounds scaled. */
    public static String interval(AnalysisValue value, double scale) {
        return shown(value, scale, "").interval();
    }

    /** Formats a number, or a dash if unknown. */
    public static String number(AnalysisValue value, double scale) {
        return shown(value, scale, "").value();
    }

    /** Formats a number with its interval, or a dash if unknown. */
    public static String estimate(AnalysisValue value, double scale) {
        return shown(value, scale, "").text();
    }

    /** Formats a figure with its interval, in the scale in which people read it. */
    public static ShownFigure shown(AnalysisFigure figure) {
        return shown(figure.value(), figure.column().scale().factor(), figure.column().shownUnit());
    }

    /** Formats a scaled number with its interval, in the unit with a suitable prefix. */
    public static ShownFigure shown(AnalysisValue value, double scale, String unit) {
        OptionalDouble known = value.number();
        double number = known.isPresent() ? known.getAsDouble() * scale : Double.NaN;
        return value.interval()
                .map(bounds -> ShownFigure.between(number, bounds.low() * scale, bounds.high() * scale, unit))
                .orElseGet(() -> ShownFigure.between(number, Double.NaN, Double.NaN, unit));
    }

    /** Formats the mark that follows the name of an invalid figure; empty text for any other. */
    public static String mark(List<FigureMark> marks) {
        return marks.stream().anyMatch(mark -> mark.level() == FigureMark.Level.INVALID) ? " (INVALID)" : "";
    }

    /** Returns the text of a value that must have one. */
    public static String text(AnalysisValue value) {
        return Optional.of(value).flatMap(AnalysisValue::text).orElse("");
    }

    /** Returns a count; zero if absent. */
    public static long count(AnalysisValue value) {
        return value.count().orElse(0);
    }
}
