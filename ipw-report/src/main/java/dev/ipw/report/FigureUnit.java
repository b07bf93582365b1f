package dev.ipw.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The unit of a figure, derived from the end of its name. */
final class FigureUnit {
    /** Suffixes that may follow the unit: the set of queries, or their statistic. */
    private static final Pattern VARIANT = Pattern.compile("(_(whole|window|p\\d+(_\\d+)?|low|high))+$");
    /** Units by ending; a longer ending precedes its own suffixes. */
    private static final Map<String, String> UNITS = units();

    private FigureUnit() {}

    private static Map<String, String> units() {
        Map<String, String> units = new LinkedHashMap<>();
        units.put("output_tokens_per_second", "tokens/s");
        units.put("tokens_per_second", "tokens/s");
        units.put("per_second", "1/s");
        units.put("joules_per_token", "J/token");
        units.put("energy_per_output_token_joules", "J/token");
        units.put("joules_per_output_token", "J/token");
        units.put("joules_per_query", "J");
        units.put("seconds_per_query", "s");
        units.put("usd_per_query", "USD/query");
        units.put("usd_per_correct_answer", "USD/right answer");
        units.put("usd_per_million_output_tokens", "USD");
        units.put("grams_per_correct_answer", "g");
        units.put("intelligence_per_joule", "1/J");
        units.put("intelligence_per_watt", "1/W");
        units.put("intelligence_per_share_joule", "1/J");
        units.put("time_to_first_token", "s");
        units.put("time_per_output_token", "s");
        units.put("time_from_intended_start", "s");
        units.put("seconds", "s");
        units.put("joules", "J");
        units.put("watts", "W");
        units.put("usd", "USD");
        units.put("kilowatt_hours", "kWh");
        units.put("grams", "g");
        units.put("percent", "%");
        return units;
    }

    /** Returns the unit; empty if the name has none. */
    static String of(String figure) {
        String name = VARIANT.matcher(figure).replaceAll("");
        return UNITS.entrySet().stream().filter(unit -> ("_" + name).endsWith("_" + unit.getKey()))
                .map(Map.Entry::getValue)
                .findFirst().orElse("");
    }
}
