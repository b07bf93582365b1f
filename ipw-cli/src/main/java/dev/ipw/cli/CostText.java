package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.cost.CostAnalysis;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Show what a run cost: each figure with its interval and unit, or why it is absent, each reason once. */
final class CostText {
    private static final String USD = "USD";
    private static final String INDENT = "  ";
    private static final String NO_JOULES = "the joules of the run are not completely known";

    private final TreeReader data;

    private final TextTable table = new TextTable(1);
    private final Map<String, List<String>> absent = new LinkedHashMap<>();

    private CostText(AnalysisResult result) {
        data = TreeReader.of(CostAnalysis.ID, result.data());
    }

    /** Write it, keeping to a width. */
    static String of(AnalysisResult result, int columns) {
        return new CostText(result).text(columns);
    }

    private String text(int columns) {
        String noTotal = data.optionalText("reason").orElse("");
        add("in all", "total_usd", USD, noTotal);
        add("tokens", "tokens_usd", USD, "");
        add("machine", "machine_usd", USD, unless("usd_per_hour", "cost_per_hour"));
        add("electricity", "electricity_usd", USD, unless("usd_per_kilowatt_hour", "electricity_price"));
        add("energy", "kilowatt_hours", "kWh", NO_JOULES);
        add("carbon", "co2e_grams", "g CO2e", unless("carbon_grams_per_kilowatt_hour", "carbon_intensity"));
        add("a right answer", "usd_per_correct_answer", USD,
                data.whole("correct") == 0 ? "no answer counts as right" : noTotal);
        add("a right answer", "co2e_grams_per_correct_answer", "g CO2e", "");
        add("a query", "usd_per_query", USD, noTotal);
        add("a million output tokens", "usd_per_million_output_tokens", USD,
                noTotal.isEmpty() ? "nobody counted the output tokens" : noTotal);
        StringBuilder text = new StringBuilder(table.format(INDENT, columns));
        absent.forEach((reason, names) -> text
                .append(TextTable.paragraph("No " + String.join(", ", names) + ": " + reason, INDENT, columns)));
        long priced = data.whole("queries_with_price");
        return text.append(TextTable.paragraph("Queries with a price: " + priced + " of "
                + (priced + data.whole("queries_without_price")) + "; " + data.text("price_source"), INDENT, columns))
                .toString();
    }

    /** Add a figure, or keep in mind why there is none. */
    private void add(String name, String key, String unit, String whyAbsent) {
        OptionalDouble value = data.optionalReal(key);
        if (value.isPresent()) {
            table.row(name, Figures.of(value.getAsDouble()), interval(key), unit);
        } else if (!whyAbsent.isEmpty()) {
            absent.computeIfAbsent(whyAbsent, why -> new ArrayList<>()).add(name + " (" + unit + ")");
        }
    }

    private String interval(String key) {
        OptionalDouble low = data.optionalReal(key + "_low");
        return low.isEmpty()
                ? ""
                : "[" + Figures.of(low.getAsDouble()) + ", " + Figures.of(data.real(key + "_high")) + "]";
    }

    /** Without joules neither electricity nor carbon has a figure, even where its factor was told. */
    private String unless(String factor, String option) {
        return data.optionalReal(factor).isPresent()
                ? NO_JOULES
                : "its factor was not told; --option " + option + "=N tells it";
    }
}
