package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The text of a latency analysis: each percentile above its interval, then throughput and goodput. */
final class LatencyText {
    private static final double MILLIS = 1e3;
    private static final String INDENT = "  ";
    private static final List<RunFigure> RATES = List.of(RunFigure.OFFERED_PER_SECOND, RunFigure.REQUESTS_PER_SECOND,
            RunFigure.FAILED_PER_SECOND, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND);
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

    private final AnalysisResult result;
    private final AnalysisTable percentiles;
    private final String mark;
    private final int columns;

    private LatencyText(AnalysisResult result, String mark, int columns) {
        this.result = result;
        percentiles = result.table("percentiles").orElseThrow();
        this.mark = mark;
        this.columns = columns;
    }

    /**
     * Formats the result.
     *
     * @param mark    follows the name of a figure that is derived from unreliable times
     * @param columns the maximum width
     */
    static String of(AnalysisResult result, String mark, int columns) {
        LatencyText text = new LatencyText(result, mark, columns);
        return text.figures() + "\n" + text.rates().format(INDENT, columns);
    }

    private String figures() {
        TextTable table = new TextTable(0, 1, 2, 3).row("mean", "p50", "p90", "p99");
        List<String> absent = new ArrayList<>();
        percentiles.rows().forEach(row -> {
            String name = words(FiguresText.text(percentiles.value(row, "figure")));
            if (FiguresText.count(percentiles.value(row, "count")) == 0) {
                absent.add(name);
            } else {
                add(table, name, row);
            }
        });
        return "Times: " + FiguresText.text(result.figure("times")) + "; the intervals in brackets hold with 95 %\n\n"
                + table.format(INDENT, columns) + (absent.isEmpty()
                        ? ""
                        : TextTable.paragraph("Not measured: " + String.join(", ", absent), INDENT, columns));
    }

    /** Returns the name of a figure that all screens use. */
    private static String words(String key) {
        return Arrays.stream(Dimension.values()).filter(known -> known.label().equals(key)).findFirst()
                .map(Dimension::words).orElseGet(() -> key.replace('_', ' '));
    }

    private void add(TextTable table, String name, List<AnalysisValue> row) {
        String unit = FiguresText.text(percentiles.value(row, "unit"));
        boolean seconds = unit.equals("s");
        double scale = seconds ? MILLIS : 1;
        List<AnalysisValue> found = PERCENTILES.stream().map(column -> percentiles.value(row, column)).toList();
        table.row(name + (seconds || unit.endsWith("/s") ? mark : "") + " of "
                + FiguresText.count(percentiles.value(row, "count")) + ", " + (seconds ? "ms" : unit));
        table.row(row(FiguresText.number(percentiles.value(row, "mean"), scale), found,
                one -> FiguresText.number(one, scale)));
        table.row(row("", found, one -> one.number().isPresent() && one.interval().isEmpty()
                ? "[?, ?]"
                : FiguresText.interval(one, scale)));
    }

    private static String[] row(String first, List<AnalysisValue> found, Function<AnalysisValue, String> cell) {
        return Stream.concat(Stream.of(INDENT + first), found.stream().map(cell)).toArray(String[]::new);
    }

    private TextTable rates() {
        TextTable table = new TextTable();
        rate(table, "asked_per_second", "");
        for (RunFigure figure : RATES) {
            rate(table, figure.label(), mark);
        }
        result.figure("slo").text().ifPresent(levels -> {
            table.row("Goodput" + mark, FiguresText.number(result.figure("goodput_per_second"), 1) + " a second; "
                    + FiguresText.count(result.figure("slo_met")) + " of "
                    + FiguresText.count(result.figure("slo_attempted")) + " answers kept " + levels + share());
            rate(table, RunFigure.JOULES_PER_GOOD_ANSWER.label(), "");
        });
        return table;
    }

    private void rate(TextTable table, String name, String behind) {
        result.figures().stream().filter(figure -> figure.column().name().equals(name))
                .filter(figure -> figure.value().number().isPresent())
                .forEach(figure -> table.row(figure.column().label() + behind, FiguresText.number(figure.value(), 1)));
    }

    private String share() {
        return result.figure("goodput_share").estimate().map(share -> ", " + Figures.percent(share)).orElse("");
    }
}
