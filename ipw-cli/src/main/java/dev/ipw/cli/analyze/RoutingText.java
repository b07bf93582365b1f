package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.cli.text.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of a routing analysis, the savings by routers: first the answer, then the routers, then the models.
 *
 * @param columns the width to keep to
 */
record RoutingText(int columns) {
    /** The analysis' id. */
    static final String ID = "routing";

    private static final String INDENT = "  ";
    private static final String GAIN = "best_of_smaller_gain";
    private static final double PERCENT = 100;

    String of(AnalysisResult result) {
        StringBuilder text = new StringBuilder(TextTable.paragraph(result.title() + ".", "", columns));
        AnalysisTable routers = result.table("routers").orElseThrow();
        AnalysisTable models = result.table("models").orElseThrow();
        TextTable wide = routers(routers, true);
        text.append('\n').append((wide.fits(INDENT, columns) ? wide : routers(routers, false)).format(INDENT, columns));
        TextTable whole = models(models, true);
        text.append('\n').append((whole.fits(INDENT, columns) ? whole : models(models, false)).format(INDENT, columns));
        text.append(TextTable.paragraph(
                "(Intervals hold with 95 %. Saved: against the large model alone, without the router itself.)", INDENT,
                columns)).append('\n').append(TextTable.paragraph(counts(result), "", columns));
        gain(result).ifPresent(gain -> text.append(TextTable.paragraph(gain, "", columns)));
        provenance(result).ifPresent(source -> text.append(TextTable.paragraph(source, "", columns)));
        result.figures().stream().filter(figure -> figure.column().scale() == FigureScale.PERCENT
                && !figure.column().name().equals(GAIN))
                .forEach(figure -> figure.value().reason().ifPresent(why -> text.append(TextTable.paragraph(
                        figure.column().label() + ": " + CommandWords.of(why), "", columns))));
        return text.toString();
    }

    /** Builds the table of routers; in a narrow one intervals are below their figures. */
    private static TextTable routers(AnalysisTable routers, boolean isWide) {
        List<AnalysisColumn> shown = routers.columns().stream()
                .filter(column -> column.scale() == FigureScale.PERCENT).toList();
        TextTable table = right(1, shown.size())
                .row(cells(Stream.of("router"), shown.stream().map(AnalysisColumn::label)));
        for (List<AnalysisValue> row : routers.rows()) {
            List<AnalysisValue> values = shown.stream().map(column -> routers.value(row, column.name())).toList();
            add(table, Stream.of(routers.value(row, "router").text().orElse("")), values.stream()
                    .map(RoutingText::percent).toList(), isWide);
        }
        return table;
    }

    private static TextTable models(AnalysisTable models, boolean isWide) {
        List<AnalysisColumn> costs = models.columns().stream().filter(
                column -> column.kind() == AnalysisColumn.Kind.ESTIMATE && column.scale() == FigureScale.UNIT).toList();
        TextTable table = right(3, 1 + costs.size()).row(cells(Stream.of("run", "role", "routed to", "accuracy"),
                costs.stream().map(AnalysisColumn::label)));
        for (List<AnalysisValue> row : models.rows()) {
            Stream<ShownFigure> figures = Stream.concat(Stream.of(percent(models.value(row, "accuracy"))),
                    costs.stream().map(column -> number(models.value(row, column.name()))));
            Stream<String> names = Stream.of(models.value(row, "run").text().orElse(""),
                    models.value(row, "role").text().orElse(""), count(models.value(row, "routed")));
            add(table, names, figures.toList(), isWide);
        }
        return table;
    }

    private static void add(TextTable table, Stream<String> names, List<ShownFigure> figures, boolean isWide) {
        List<String> first = names.toList();
        table.row(cells(first.stream(), figures.stream().map(isWide ? ShownFigure::text : ShownFigure::value)));
        if (!isWide) {
            table.row(cells(first.stream().map(name -> ""), figures.stream().map(ShownFigure::interval)));
        }
    }

    private static TextTable right(int first, int count) {
        Integer[] right = Stream.iterate(first, place -> place + 1).limit(count).toArray(Integer[]::new);
        return new TextTable(right).headed();
    }

    private static String[] cells(Stream<String> first, Stream<String> rest) {
        return Stream.concat(first, rest).toArray(String[]::new);
    }

    private static ShownFigure percent(AnalysisValue value) {
        return value.number().isEmpty()
                ? new ShownFigure("-", "", "")
                : new ShownFigure(tenth(value.number().getAsDouble()) + " %", value.interval()
                        .map(known -> "[" + tenth(known.low()) + ", " + tenth(known.high()) + "]").orElse(""), "");
    }

    private static String tenth(double share) {
        return String.format(Locale.ROOT, "%.1f", PERCENT * share);
    }

    private static ShownFigure number(AnalysisValue value) {
        return new ShownFigure(Figures.of(value.number()), FiguresText.interval(value), "");
    }

    private static String count(AnalysisValue value) {
        return String.valueOf(value.count().orElse(0));
    }

    private static String counts(AnalysisResult result) {
        return count(result.figure("queries")) + " queries of " + count(result.figure("questions"))
                + " questions; right: smaller and large " + count(result.figure("right_in_both")) + ", only smaller "
                + count(result.figure("right_only_smaller")) + ", only large "
                + count(result.figure("right_only_large")) + ", none " + count(result.figure("right_in_none")) + ".";
    }

    private static Optional<String> gain(AnalysisResult result) {
        AnalysisValue gain = result.figure(GAIN);
        return gain.number().isEmpty()
                ? Optional.empty()
                : Optional.of("The best smaller model for each query answers " + percent(gain).text()
                        + " more of them than the best one for all.");
    }

    private static Optional<String> provenance(AnalysisResult result) {
        String sources = result.figures().stream().map(AnalysisFigure::value)
                .flatMap(value -> value.provenance().stream()).map(Enum::name).distinct()
                .collect(Collectors.joining(", "));
        return sources.isEmpty() ? Optional.empty() : Optional.of("Joules: " + sources + ".");
    }
}
