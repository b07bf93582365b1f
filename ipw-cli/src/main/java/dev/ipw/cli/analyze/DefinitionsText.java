package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.RowUnit;
import dev.ipw.cli.text.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a definitions analysis: a table per metric with its value by each tool's definition. */
record DefinitionsText(int columns) {
    String of(AnalysisResult result) {
        AnalysisTable metrics = result.table("metrics").orElseThrow();
        Map<String, List<List<AnalysisValue>>> byMetric = metrics.rows().stream().collect(Collectors.groupingBy(
                row -> FiguresText.text(metrics.value(row, "metric")), LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        byMetric.forEach((metric, tools) -> {
            RowUnit unit = RowUnit.of(metrics.value(tools.getFirst(), AnalysisColumn.UNIT));
            TextTable table = new TextTable(1, 2, 3, 4, 5).headed().row("", "n", "mean", "p50", "p90", "p99", "");
            for (List<AnalysisValue> tool : tools) {
                boolean given = metrics.value(tool, "mean").number().isPresent();
                table.row(FiguresText.text(metrics.value(tool, "tool")),
                        given ? String.valueOf(FiguresText.count(metrics.value(tool, "n"))) : "",
                        unit.number(metrics.value(tool, "mean")), unit.number(metrics.value(tool, "p50")),
                        unit.number(metrics.value(tool, "p90")), unit.number(metrics.value(tool, "p99")),
                        metrics.value(tool, "reason").text().map(reason -> "none: " + reason)
                                .orElseGet(() -> FiguresText.text(metrics.value(tool, "definition"))));
            }
            text.append(metric.replace('_', ' ')).append(", ").append(unit.words()).append('\n')
                    .append(table.format("  ", columns));
        });
        return text.toString();
    }
}
