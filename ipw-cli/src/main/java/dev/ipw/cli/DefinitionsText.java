package dev.ipw.cli;

import dev.ipw.internal.tree.TreeReader;
import java.util.OptionalDouble;

/** Show a person each metric as every tool would give it, one table for each. */
record DefinitionsText(int columns) {
    private static final double MILLIS = 1e3;

    String of(TreeReader data) {
        StringBuilder text = new StringBuilder();
        for (TreeReader metric : data.children("metrics")) {
            boolean seconds = metric.text("unit").equals("s");
            TextTable table = new TextTable(1, 2, 3, 4, 5).row("", "n", "mean", "p50", "p90", "p99", "");
            for (TreeReader tool : metric.children("tools")) {
                double scale = seconds ? MILLIS : 1;
                boolean given = tool.optionalReal("mean").isPresent();
                table.row(tool.text("tool"), given ? String.valueOf(tool.whole("n")) : "",
                        figure(tool.optionalReal("mean"), scale), figure(tool.optionalReal("p50"), scale),
                        figure(tool.optionalReal("p90"), scale), figure(tool.optionalReal("p99"), scale),
                        tool.optionalText("reason").map(reason -> "none: " + reason)
                                .orElseGet(() -> tool.text("definition")));
            }
            text.append(metric.text("metric").replace('_', ' ')).append(", ")
                    .append(seconds ? "ms" : metric.text("unit")).append('\n').append(table.format("  ", columns));
        }
        return text.toString();
    }

    private static String figure(OptionalDouble value, double scale) {
        return value.isEmpty() ? "-" : Figures.of(value.getAsDouble() * scale);
    }
}
