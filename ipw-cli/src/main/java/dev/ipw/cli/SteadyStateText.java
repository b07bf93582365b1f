package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import java.util.List;

/** The text of a steady-state analysis: the figures of the steady window beside those of the whole run. */
final class SteadyStateText {
    private static final double MILLIS = 1e3;

    private SteadyStateText() {}

    /**
     * Formats the figures.
     *
     * @param mark    follows the name of a figure that is derived from unreliable times
     * @param columns the maximum width
     */
    static String of(AnalysisResult result, String mark, int columns) {
        AnalysisTable figures = result.table("figures").orElseThrow();
        TextTable table = new TextTable(1, 2).headed().row("", "whole run", "window", "");
        for (List<AnalysisValue> row : figures.rows()) {
            String unit = FiguresText.text(figures.value(row, "unit"));
            boolean seconds = unit.equals("s");
            double scale = seconds ? MILLIS : 1;
            table.row(FiguresText.text(figures.value(row, "label")) + (seconds ? mark : ""),
                    FiguresText.number(figures.value(row, "whole"), scale),
                    FiguresText.number(figures.value(row, "window"), scale), seconds ? "ms" : unit);
        }
        String window = result.figure("window_start_seconds").number().isEmpty()
                ? "no steady window"
                : "from " + FiguresText.number(result.figure("window_start_seconds"), 1) + " s to "
                        + FiguresText.number(result.figure("window_end_seconds"), 1) + " s, "
                        + FiguresText.count(result.figure("queries_in_window")) + " of "
                        + FiguresText.count(result.figure("queries")) + " queries sent in it"
                        + result.figure("steady").truth().map(steady -> steady ? "" : "; not steady")
                                .orElse("; steadiness unknown");
        return TextTable.paragraph("Window: " + window, "", columns) + "\n" + table.format("  ", columns);
    }
}
