package dev.ipw.cli;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.comparison.FigureText;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Show a person where runs lie beside each other, and who dominates whom. */
record ParetoText(int columns) {
    private static final List<String> RESOURCES = List.of("joules", "usd", "seconds");
    private static final Map<String, String> FIGURES = figures();
    private static final String INDENT = "  ";

    private static Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("accuracy", "accuracy");
        figures.put("joules_per_query", RunFigure.JOULES_PER_QUERY.words());
        figures.put("usd_per_query", "USD/query");
        figures.put("seconds_per_query", "s/query");
        return figures;
    }

    String of(TreeReader data) {
        List<TreeReader> points = data.children("points");
        TextTable wide = wide(points);
        return (wide.fits(INDENT, columns) ? wide : narrow(points)).format(INDENT, columns) + TextTable.paragraph(
                "(Intervals hold with 95 %; certainly: also wherever within them both runs may lie.)", INDENT, columns);
    }

    private static TextTable wide(List<TreeReader> points) {
        TextTable table = new TextTable(1, 2, 3, 4).row(cells("run", FIGURES.values().stream(), "dominated in"));
        points.forEach(point -> table.row(cells(point.text("name"), FIGURES.keySet().stream()
                .map(key -> (figure(point, key) + " " + interval(point, key)).strip()), dominated(point))));
        return table;
    }

    /** The names of runs stand over their figures, and intervals below them. */
    private static TextTable narrow(List<TreeReader> points) {
        List<String> known = FIGURES.keySet().stream()
                .filter(key -> points.stream().anyMatch(point -> point.optionalReal(key).isPresent())).toList();
        TextTable table = new TextTable().row(known.stream().map(FIGURES::get).toArray(String[]::new));
        points.forEach(point -> {
            table.row(point.text("name") + ", dominated in " + dominated(point));
            if (!known.isEmpty()) {
                table.row(known.stream().map(key -> INDENT + figure(point, key)).toArray(String[]::new))
                        .row(known.stream().map(key -> INDENT + interval(point, key)).toArray(String[]::new));
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

    private static String figure(TreeReader point, String key) {
        OptionalDouble value = point.optionalReal(key);
        return value.isEmpty() ? "-" : new FigureText(value.getAsDouble(), "").toString();
    }

    private static String interval(TreeReader point, String key) {
        OptionalDouble value = point.optionalReal(key);
        OptionalDouble low = point.optionalReal(key + "_low");
        return value.isEmpty() || low.isEmpty()
                ? ""
                : "(" + FigureText.like(value.getAsDouble(), low.getAsDouble(), "") + ", "
                        + FigureText.like(value.getAsDouble(), point.real(key + "_high"), "") + ")";
    }

    /** Where a run lacks accuracy or a resource nobody knows who dominates it there. */
    private static String dominated(TreeReader point) {
        List<String> known = RESOURCES.stream()
                .filter(resource -> point.child("dominated_by").asMap().get(resource) != null).toList();
        if (known.isEmpty()) {
            return "-";
        }
        String all = known.stream().flatMap(resource -> {
            List<String> certain = point.child("certainly_dominated_by").texts(resource);
            List<String> names = point.child("dominated_by").texts(resource).stream()
                    .map(name -> certain.contains(name) ? name + " (certainly)" : name).toList();
            return names.isEmpty() ? Stream.empty() : Stream.of(resource + " by " + String.join(", ", names));
        }).collect(Collectors.joining("; "));
        String unknown = RESOURCES.stream().filter(resource -> !known.contains(resource))
                .map(resource -> "; " + resource + " -").collect(Collectors.joining());
        return (all.isEmpty() ? "nothing" : all) + unknown;
    }
}
