package dev.ipw.report;

import java.util.List;

/** Write the percentiles of each time with their intervals, run by run. */
final class PercentilesTable {
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p99_9");

    private final Markup page;
    private final Tree tree;

    PercentilesTable(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    void write() {
        for (int run = 0; run < tree.size("runs"); run++) {
            String key = Tree.key("runs", run, "latency", "data", "percentiles");
            List<String> dimensions = tree.names(key).stream()
                    .filter(name -> tree.number(key + "." + name + ".count").orElse(0) > 0).toList();
            if (!dimensions.isEmpty()) {
                table(Tree.key("runs", run, "name"), key, dimensions);
            }
        }
    }

    private void table(String name, String key, List<String> dimensions) {
        page.raw("<div class=\"scroll\"><table><caption>Percentiles of ").text(name).raw(", each with an interval of ")
                .label("95 %").raw(" between two of the queries; a dash where there are too few</caption><thead><tr>"
                        + "<th scope=\"col\">Figure</th><th scope=\"col\">Queries</th><th scope=\"col\">Mean</th>");
        PERCENTILES.forEach(percentile -> page.raw("<th scope=\"col\">").label(percentile.replace('_', '.'))
                .raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        for (String dimension : dimensions) {
            String one = key + "." + dimension;
            String unit = tree.text(one + ".unit").orElse("");
            page.raw("<tr><th scope=\"row\">").label(ReportedRun.words(dimension)).raw("</th><td>")
                    .figure(one + ".count", "").raw("</td><td>").figure(one + ".mean", unit).raw("</td>");
            PERCENTILES.forEach(percentile -> page.raw("<td>").estimate(one + "." + percentile,
                    one + "." + percentile + "_low", one + "." + percentile + "_high", unit).raw("</td>"));
            page.raw("</tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }
}
