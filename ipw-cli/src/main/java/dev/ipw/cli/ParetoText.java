package dev.ipw.cli;

import dev.ipw.analysis.comparison.FigureText;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Show a person where runs lie beside each other, and who dominates whom. */
record ParetoText(int columns) {
    private static final double LEVEL = 0.95;
    private static final List<String> RESOURCES = List.of("joules", "usd", "seconds");

    String of(TreeReader data) {
        TextTable table = new TextTable(1, 2, 3, 4).row("run", "accuracy", "J a query", "USD a query", "s a query",
                "dominated in");
        data.children("points").forEach(point -> table.row(point.text("name"), figure(point, "accuracy"),
                figure(point, "joules_per_query"), figure(point, "usd_per_query"),
                figure(point, "seconds_per_query"), dominated(point)));
        return table.format("  ", columns)
                + "  (Intervals hold with 95 %; certainly: also wherever within them both runs may lie.)\n";
    }

    private static String figure(TreeReader point, String key) {
        OptionalDouble value = point.optionalReal(key);
        OptionalDouble low = point.optionalReal(key + "_low");
        if (value.isEmpty()) {
            return "-";
        }
        return low.isEmpty()
                ? new FigureText(value.getAsDouble(), "").toString()
                : FigureText.of(new Estimate(value.getAsDouble(),
                        new Interval(low.getAsDouble(), point.real(key + "_high"), LEVEL)), "");
    }

    private static String dominated(TreeReader point) {
        String all = RESOURCES.stream().flatMap(resource -> {
            List<String> certain = point.child("certainly_dominated_by").texts(resource);
            List<String> names = point.child("dominated_by").texts(resource).stream()
                    .map(name -> certain.contains(name) ? name + " (certainly)" : name).toList();
            return names.isEmpty() ? Stream.empty() : Stream.of(resource + " by " + String.join(", ", names));
        }).collect(Collectors.joining("; "));
        return all.isEmpty() ? "nothing" : all;
    }
}
