package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.comparison.internal.FigureText;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of a Pareto analysis: the runs side by side, and the dominance between them. */
record ParetoText(int columns) {
    private static final List<String> RESOURCES = List.of("joules", "usd", "seconds");
    private static final String INDENT = "  ";

    String of(AnalysisResult result) {
        AnalysisTable table = result.table("points").orElseThrow();
        List<Point> points = table.rows().stream().map(row -> new Point(table, row)).toList();
        List<AnalysisColumn> figures = table.columns().stream()
                .filter(column -> column.kind() == AnalysisColumn.Kind.ESTIMATE).toList();
        TextTable wide = wide(points, figures);
        return (wide.fits(INDENT, columns) ? wide : narrow(points, figures)).format(INDENT, columns)
                + TextTable.paragraph(
                        "(Intervals hold with 95 % for chance within a run; apart: they do not overlap. How runs vary they do "
                                + "not hold: repeat runs to judge them.)",
                        INDENT,
                        columns);
    }

    private static TextTable wide(List<Point> points, List<AnalysisColumn> figures) {
        TextTable table = new TextTable(1, 2, 3, 4)
                .row(cells("run", figures.stream().map(ParetoText::heading), "dominated in"));
        points.forEach(point -> table.row(cells(point.name(), figures.stream()
                .map(figure -> (figure(point, figure) + " " + interval(point, figure)).strip()), dominated(point))));
        return table;
    }

    /** Builds a narrow table, with the names of runs above their figures and intervals below them. */
    private static TextTable narrow(List<Point> points, List<AnalysisColumn> figures) {
        List<AnalysisColumn> known = figures.stream()
                .filter(figure -> points.stream().anyMatch(point -> point.value(figure.name()).number().isPresent()))
                .toList();
        TextTable table = new TextTable().row(known.stream().map(ParetoText::heading).toArray(String[]::new));
        points.forEach(point -> {
            table.row(point.name() + ", dominated in " + dominated(point));
            if (!known.isEmpty()) {
                table.row(known.stream().map(figure -> INDENT + figure(point, figure)).toArray(String[]::new))
                        .row(known.stream().map(figure -> INDENT + interval(point, figure)).toArray(String[]::new));
            }
        });
        return table;
    }

    private static String[] cells(String first, Stream<String> middle, String last) {
        List<String> cells = new ArrayList<>(List.of(first));
        middle.forEach(cells::add);
        cells.add(last);
        return cells.toArray(String[]::new);
    }

    private static String heading(AnalysisColumn figure) {
        return switch (figure.scale()) {
            case UNIT -> figure.label();
            case PERCENT -> figure.label() + " %";
            default -> figure.unit() + "/" + figure.scale().words();
        };
    }

    private static String figure(Point point, AnalysisColumn figure) {
        OptionalDouble value = point.value(figure.name()).number();
        return value.isEmpty() ? "-" : new FigureText(value.getAsDouble() * figure.scale().factor(), "").toString();
    }

    private static String interval(Point point, AnalysisColumn figure) {
        return point.value(figure.name()).estimate().map(known -> known.dividedBy(1 / figure.scale().factor()))
                .map(known -> "["
                        + FigureText.bounds(known.value(), known.interval().low(), known.interval().high(), "")
                        + "]")
                .orElse("");
    }

    /** Describes which runs dominate a run; unknown for accuracy or a resource that the run lacks. */
    private static String dominated(Point point) {
        List<String> known = RESOURCES.stream()
                .filter(resource -> point.value("dominated_by_" + resource).value().isPresent()).toList();
        if (known.isEmpty()) {
            return "-";
        }
        String all = known.stream().flatMap(resource -> {
            List<String> certain = point.value("certainly_dominated_by_" + resource).texts();
            List<String> names = point.value("dominated_by_" + resource).texts().stream()
                    .map(name -> certain.contains(name) ? name + " (intervals apart)" : name).toList();
            return names.isEmpty() ? Stream.empty() : Stream.of(words(resource) + " by " + String.join(", ", names));
        }).collect(Collectors.joining("; "));
        String unknown = RESOURCES.stream().filter(resource -> !known.contains(resource))
                .map(resource -> "; " + words(resource) + " unknown").collect(Collectors.joining());
        return (all.isEmpty() ? "nothing" : all) + unknown;
    }

    private static String words(String resource) {
        return resource.equals("usd") ? "dollars" : resource;
    }

    /** A run among the compared ones. */
    private record Point(AnalysisTable table, List<AnalysisValue> row) {
        AnalysisValue value(String column) {
            return table.value(row, column);
        }

        String name() {
            return FiguresText.text(value("name"));
        }
    }
}
