package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.RowUnit;
import dev.ipw.cli.text.TextTable;
import java.util.List;

/** The text of a steady-state analysis: the figures of the steady window beside those of the whole run. */
final class SteadyStateText {
    private SteadyStateText() {}

    /**
     * Formats the figures.
     *
     * @param columns the maximum width
     */
    static String of(AnalysisResult result, int columns) {
        AnalysisTable figures = result.table("figures").orElseThrow();
        TextTable table = new TextTable(1, 2).headed().row("", "whole run", "window", "");
        for (List<AnalysisValue> row : figures.rows()) {
            RowUnit unit = RowUnit.of(figures.value(row, AnalysisColumn.UNIT));
            AnalysisValue whole = figures.value(row, "whole");
            table.row(FiguresText.text(figures.value(row, "label")) + FiguresText.mark(whole.marks()),
                    unit.number(whole), unit.number(figures.value(row, "window")), unit.words());
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
