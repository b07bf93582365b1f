package dev.ipw.junit;

import dev.ipw.internal.io.MarkdownText;
import dev.ipw.internal.io.MarkupText;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The outcomes of a build's budgets on one page without scripts, or as a table for a comment on a change. */
final class EnergyPage {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Energy of the tests</title>
            <style>
            body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#1b1f24;background:#fff}
            table{border-collapse:collapse;width:100%}
            th,td{text-align:left;vertical-align:top;padding:.4rem .7rem;border-bottom:1px solid #d0d7de}
            td.n{text-align:right;white-space:nowrap}
            .PASS{color:#116329}.FAIL{color:#a40e26;font-weight:600}.INCONCLUSIVE,.SKIPPED{color:#6a4e00}
            @media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td{border-color:#30363d}
            .PASS{color:#56d364}.FAIL{color:#ff7b72}.INCONCLUSIVE,.SKIPPED{color:#e3b341}}
            </style></head><body>
            <h1>Energy of the tests</h1>
            <p>Joules of one call: mean and interval. Intervals hold chance and the resolution of the sensor in time,
            not the sensor's own error.</p>
            <table><thead><tr><th>Test</th><th>Conclusion</th><th>Joules</th><th>Repetitions</th><th>Device, all of
            them</th><th>This process</th><th>Source</th><th>Why</th></tr></thead><tbody>
            """;

    private EnergyPage() {}

    static String of(Collection<JsonObject> tests) {
        StringBuilder page = new StringBuilder(HEAD);
        tests.forEach(test -> row(page, test));
        return page.append("</tbody></table></body></html>\n").toString();
    }

    static String markdown(Collection<JsonObject> tests) {
        StringBuilder table = new StringBuilder(
                MarkdownText.row(List.of("", "Test", "Joules of a call", "Source", "Why")))
                .append("|---|---|---:|---|---|\n");
        tests.forEach(test -> table.append(MarkdownText.row(List.of(test.text("conclusion"), test.text("test"),
                mean(test).orElse("\u2013"), source(test), test.text("reason")))));
        return table.toString();
    }

    private static String source(JsonObject test) {
        return test.optionalText("provenance").orElse("\u2013") + " " + test.optionalText("source").orElse("");
    }

    private static void row(StringBuilder page, JsonObject test) {
        String conclusion = MarkupText.escaped(test.text("conclusion"));
        page.append("<tr><td>").append(MarkupText.escaped(test.text("test"))).append("</td><td class=\"")
                .append(conclusion).append("\">").append(conclusion).append("</td>");
        number(page, mean(test));
        number(page, test.optionalWhole("repetitions").map(String::valueOf));
        number(page, joules(test.optionalReal("device_total_joules")));
        number(page, joules(test.optionalReal("process_joules")).map(text -> text + " ESTIMATED"));
        page.append("<td>")
                .append(MarkupText.escaped(source(test)))
                .append("</td><td>").append(MarkupText.escaped(test.text("reason"))).append("</td></tr>\n");
    }

    private static Optional<String> mean(JsonObject test) {
        String low = joules(test.optionalReal("joules_low")).orElse("unbounded");
        String high = joules(test.optionalReal("joules_high")).orElse("unbounded");
        return joules(test.optionalReal("joules")).map(text -> text + " [" + low + ", " + high + "]");
    }

    private static Optional<String> joules(Optional<Double> value) {
        return value.map(JouleText::of);
    }

    private static void number(StringBuilder page, Optional<String> text) {
        page.append("<td class=\"n\">").append(MarkupText.escaped(text.orElse("\u2013"))).append("</td>");
    }
}
