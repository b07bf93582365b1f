package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.cli.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The text of a cost analysis: each figure with its interval and unit, or the reason why it is absent, each reason
 * once.
 */
final class CostText {
    private static final String INDENT = "  ";
    private static final List<String> SHOWN = List.of("total_usd", "tokens_usd", "machine_usd", "electricity_usd",
            "kilowatt_hours", "co2e_grams", "usd_per_correct_answer", "co2e_grams_per_correct_answer", "usd_per_query",
            "usd_per_million_output_tokens");

    private static final String CARBON = "g CO2e";
    private static final double THOUSAND = 1e3;

    private final AnalysisResult result;
    private final TextTable table = new TextTable(1);
    private final Map<String, List<String>> absent = new LinkedHashMap<>();

    private CostText(AnalysisResult result) {
        this.result = result;
    }

    /** Formats the costs within a width. */
    static String of(AnalysisResult result, int columns) {
        return new CostText(result).text(columns);
    }

    private String text(int columns) {
        SHOWN.forEach(name -> result.figures().stream().filter(figure -> figure.column().name().equals(name))
                .forEach(this::add));
        StringBuilder text = new StringBuilder(table.format(INDENT, columns));
        if (isFree()) {
            text.append(TextTable
                    .paragraph("0 USD in all: only tokens have a price here, and none of them is paid for. The "
                            + "time of the machine and electricity are not in it", INDENT, columns));
        }
        absent.forEach((reason, names) -> text
                .append(TextTable.paragraph("No " + String.join(", ", names) + ": " + CommandWords.of(reason), INDENT,
                        columns)));
        long priced = FiguresText.count(result.figure("queries_with_price"));
        return text.append(TextTable.paragraph("Queries with a price: " + priced + " of "
                + (priced + FiguresText.count(result.figure("queries_without_price"))) + "; "
                + FiguresText.text(result.figure("price_source")), INDENT, columns))
                .toString();
    }

    private boolean isFree() {
        return result.figure("total_usd").number().equals(OptionalDouble.of(0));
    }

    /** Adds a figure, or stores the reason why it is absent. A run that cost nothing has no table of zeros. */
    private void add(AnalysisFigure figure) {
        AnalysisColumn column = figure.column();
        AnalysisValue value = figure.value();
        if (isFree() && column.unit().equals("USD") && value.number().isPresent()) {
            return;
        }
        if (value.number().isPresent()) {
            double scale = column.scale().factor();
            ShownFigure shown = switch (column.unit()) {
                case "USD" -> usd(value, scale);
                case "kWh" -> FiguresText.shown(value, THOUSAND, "Wh");
                case CARBON -> grams(value, scale);
                default -> FiguresText.shown(value, 1, column.unit());
            };
            table.row(column.scale() == FigureScale.UNIT ? column.label() : column.scale().words(), shown.value(),
                    shown.interval(), shown.unit());
        } else {
            value.reason().ifPresent(why -> absent.computeIfAbsent(why, any -> new ArrayList<>())
                    .add(column.label() + " (" + column.unit() + ")"));
        }
    }

    private static ShownFigure usd(AnalysisValue value, double scale) {
        return value.interval().isPresent()
                ? FiguresText.shown(value, scale, "USD")
                : new ShownFigure(Figures.usd(value.number().orElseThrow() * scale).replace(" USD", ""), "", "USD");
    }

    private static ShownFigure grams(AnalysisValue value, double scale) {
        ShownFigure shown = FiguresText.shown(value, scale, "g");
        return new ShownFigure(shown.value(), shown.interval(), shown.unit() + " CO2e");
    }
}
