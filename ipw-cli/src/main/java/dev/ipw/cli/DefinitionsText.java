package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a definitions analysis: a table per metric with its value by each tool's definition. */
record DefinitionsText(int columns) {
    private static final double MILLIS = 1e3;

    String of(AnalysisResult result) {
        AnalysisTable metrics = result.table("metrics").orElseThrow();
        Map<String, List<List<AnalysisValue>>> byMetric = metrics.rows().stream().collect(Collectors.groupingBy(
                row -> FiguresText.text(metrics.value(row, "metric")), LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        byMetric.forEach((metric, tools) -> {
            String unit = FiguresText.text(metrics.value(tools.getFirst(), "unit"));
            boolean seconds = unit.equals("s");
            double scale = seconds ? MILLIS : 1;
            TextTable table = new TextTable(1, 2, 3, 4, 5).headed().row("", "n", "mean", "p50", "p90", "p99", "");
            for (List<AnalysisValue> tool : tools) {
                boolean given = metrics.value(tool, "mean").number().isPresent();
                table.row(FiguresText.text(metrics.value(tool, "tool")),
                        given ? String.valueOf(FiguresText.count(metrics.value(tool, "n"))) : "",
                        FiguresText.number(metrics.value(tool, "mean"), scale),
                        FiguresText.number(metrics.value(tool, "p50"), scale),
                        FiguresText.number(metrics.value(tool, "p90"), scale),
                        FiguresText.number(metrics.value(tool, "p99"), scale),
                        metrics.value(tool, "reason").text().map(reason -> "none: " + reason)
                                .orElseGet(() -> FiguresText.text(metrics.value(tool, "definition"))));
            }
            text.append(metric.replace('_', ' ')).append(", ").append(seconds ? "ms" : unit).append('\n')
                    .append(table.format("  ", columns));
        });
        return text.toString();
    }
}
