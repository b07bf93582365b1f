package dev.ipw.cli;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Show what a run cost: each figure with its interval and unit, or why it is absent, each reason once. */
final class CostText {
    private static final String INDENT = "  ";
    private static final List<String> SHOWN = List.of("total_usd", "tokens_usd", "machine_usd", "electricity_usd",
            "kilowatt_hours", "co2e_grams", "usd_per_correct_answer", "co2e_grams_per_correct_answer", "usd_per_query",
            "usd_per_million_output_tokens");

    private final AnalysisResult result;
    private final TextTable table = new TextTable(1);
    private final Map<String, List<String>> absent = new LinkedHashMap<>();

    private CostText(AnalysisResult result) {
        this.result = result;
    }

    /** Write it, keeping to a width. */
    static String of(AnalysisResult result, int columns) {
        return new CostText(result).text(columns);
    }

    private String text(int columns) {
        SHOWN.forEach(name -> result.figures().stream().filter(figure -> figure.column().name().equals(name))
                .forEach(this::add));
        StringBuilder text = new StringBuilder(table.format(INDENT, columns));
        absent.forEach((reason, names) -> text
                .append(TextTable.paragraph("No " + String.join(", ", names) + ": " + CommandWords.of(reason), INDENT,
                        columns)));
        long priced = FiguresText.count(result.figure("queries_with_price"));
        return text.append(TextTable.paragraph("Queries with a price: " + priced + " of "
                + (priced + FiguresText.count(result.figure("queries_without_price"))) + "; "
                + FiguresText.text(result.figure("price_source")), INDENT, columns))
                .toString();
    }

    /** Add a figure, or keep in mind why there is none. */
    private void add(AnalysisFigure figure) {
        AnalysisColumn column = figure.column();
        AnalysisValue value = figure.value();
        if (value.number().isPresent()) {
            ShownFigure shown = FiguresText.shown(value, 1, column.unit());
            table.row(column.label(), shown.value(), shown.interval(), shown.unit());
        } else {
            value.reason().ifPresent(why -> absent.computeIfAbsent(why, any -> new ArrayList<>())
                    .add(column.label() + " (" + column.unit() + ")"));
        }
    }
}
