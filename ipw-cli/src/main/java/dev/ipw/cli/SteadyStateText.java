package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.SteadyStateAnalysis;
import dev.ipw.internal.tree.TreeReader;
import java.util.Arrays;

/** Show the figures of the steady window beside those of the whole run. */
final class SteadyStateText {
    private static final double MILLIS = 1e3;

    private SteadyStateText() {}

    /**
     * Write them.
     *
     * @param mark    stands behind the name of a figure made of times that are not to be believed
     * @param columns the width to keep to
     */
    static String of(AnalysisResult result, String mark, int columns) {
        TreeReader summary = TreeReader.of(SteadyStateAnalysis.ID, result.summary());
        TextTable table = new TextTable(1, 2).row("", "whole run", "window", "");
        for (TreeReader figure : TreeReader.of(SteadyStateAnalysis.ID, result.data()).children("figures")) {
            boolean seconds = figure.text("unit").equals("s");
            double scale = seconds ? MILLIS : 1;
            table.row(words(figure.text("figure")) + (seconds ? mark : ""), cell(figure, "whole", scale),
                    cell(figure, "window", scale), seconds ? "ms" : figure.text("unit"));
        }
        String window = summary.optionalReal("window_start_seconds").isEmpty()
                ? "no steady window"
                : "from " + Figures.of(summary.real("window_start_seconds")) + " s to "
                        + Figures.of(summary.real("window_end_seconds")) + " s, " + summary.whole("queries_in_window")
                        + " of " + summary.whole("queries") + " queries sent in it"
                        + summary.optionalTruth("steady").map(steady -> steady ? "" : "; not steady")
                                .orElse("; steady or not, nobody can tell");
        return "Window: " + window + "\n\n" + table.format("  ", columns);
    }

    /** Use the label that the figure has everywhere. */
    private static String words(String figure) {
        return Arrays.stream(RunFigure.values()).filter(known -> known.label().equals(figure)).map(RunFigure::words)
                .findFirst().orElse(figure.replace('_', ' '));
    }

    private static String cell(TreeReader figure, String key, double scale) {
        return figure.optionalReal(key).isPresent() ? Figures.of(figure.real(key) * scale) : "-";
    }
}
