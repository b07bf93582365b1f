package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.RunFigure;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.RowUnit;
import dev.ipw.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The text of a latency analysis: each percentile above its interval, then throughput and goodput. */
final class LatencyText {
    private static final String INDENT = "  ";
    private static final List<RunFigure> RATES = List.of(RunFigure.OFFERED_PER_SECOND, RunFigure.REQUESTS_PER_SECOND,
            RunFigure.FAILED_PER_SECOND, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND);
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

    private final AnalysisResult result;
    private final AnalysisTable percentiles;
    private final int columns;

    private LatencyText(AnalysisResult result, int columns) {
        this.result = result;
        percentiles = result.table("percentiles").orElseThrow();
        this.columns = columns;
    }

    /**
     * Formats the result.
     *
     * @param columns the maximum width
     */
    static String of(AnalysisResult result, int columns) {
        LatencyText text = new LatencyText(result, columns);
        return text.figures() + "\n" + text.rates().format(INDENT, columns);
    }

    private String figures() {
        TextTable table = new TextTable(0, 1, 2, 3).row("mean", "p50", "p90", "p99");
        List<String> absent = new ArrayList<>();
        percentiles.rows().forEach(row -> {
            String name = FiguresText.text(percentiles.value(row, "label"));
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

    private void add(TextTable table, String name, List<AnalysisValue> row) {
        RowUnit unit = RowUnit.of(percentiles.value(row, AnalysisColumn.UNIT));
        AnalysisValue mean = percentiles.value(row, "mean");
        List<AnalysisValue> found = PERCENTILES.stream().map(column -> percentiles.value(row, column)).toList();
        table.row(name + FiguresText.mark(mean.marks()) + " of " + FiguresText.count(percentiles.value(row, "count"))
                + ", " + unit.words());
        table.row(row(unit.number(mean), found, unit::number));
        table.row(row("", found, one -> one.number().isPresent() && one.interval().isEmpty()
                ? "[?, ?]"
                : FiguresText.interval(one, unit.factor())));
    }

    private static String[] row(String first, List<AnalysisValue> found, Function<AnalysisValue, String> cell) {
        return Stream.concat(Stream.of(INDENT + first), found.stream().map(cell)).toArray(String[]::new);
    }

    private TextTable rates() {
        TextTable table = new TextTable();
        rate(table, "asked_per_second");
        RATES.forEach(figure -> rate(table, figure.label()));
        result.figure("slo").text().ifPresent(levels -> {
            table.row("Goodput" + FiguresText.mark(result.figure("slo_met").marks()),
                    FiguresText.number(result.figure("goodput_per_second"), 1) + " a second; "
                            + FiguresText.count(result.figure("slo_met")) + " of "
                            + FiguresText.count(result.figure("slo_attempted")) + " answers kept " + levels + share());
            rate(table, RunFigure.JOULES_PER_GOOD_ANSWER.label());
        });
        return table;
    }

    private void rate(TextTable table, String name) {
        result.figures().stream().filter(figure -> figure.column().name().equals(name))
                .filter(figure -> figure.value().number().isPresent())
                .forEach(figure -> table.row(figure.column().label() + FiguresText.mark(figure.value().marks()),
                        FiguresText.number(figure.value(), 1)));
    }

    private String share() {
        return result.figure("goodput_share").estimate().map(share -> ", " + Figures.percent(share)).orElse("");
    }
}
