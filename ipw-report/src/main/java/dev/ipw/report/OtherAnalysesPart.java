package dev.ipw.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Write the analyses that have no place of their own: their summaries as they are, and definitions side by side. */
final class OtherAnalysesPart {
    /** What has a place of its own, and what is no analysis. */
    private static final Set<String> PLACED = Set.of("name", "folder", "subject", "started_at", "summary", "accuracy",
            "latency",
            "regression", "pareto", "skipped", "failures", "definitions", "energy_claim");
    private static final int MOST_ROWS = 400;

    private final Markup page;
    private final Tree tree;

    OtherAnalysesPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    void write() {
        boolean begun = false;
        List<String> places = new ArrayList<>();
        for (int run = 0; run < tree.size("runs"); run++) {
            places.add("runs." + run);
        }
        places.add("together");
        for (String place : places) {
            for (String analysis : tree.names(place)) {
                String key = place + "." + Tree.key(analysis);
                if (!PLACED.contains(analysis) && (tree.size(key + ".figures") > 0 || tree.size(key + ".tables") > 0)) {
                    page.raw(begun ? "" : "<section id=\"analyses\"><h2>Further analyses</h2>\n");
                    begun = true;
                    analysis(place, key);
                }
            }
        }
        page.raw(begun ? "</section>\n" : "");
        for (int run = 0; run < tree.size("runs"); run++) {
            definitions("runs." + run);
        }
    }

    private void analysis(String place, String key) {
        page.raw("<details class=\"analysis\"><summary>").text(key + ".title").raw(", ");
        (tree.has(place + ".name") ? page.text(place + ".name") : page.raw("all runs")).raw("</summary>\n");
        new ResultTables(page, key).write();
        page.raw("</details>\n");
    }

    private void definitions(String key) {
        String metrics = key + ".definitions.data.metrics";
        if (tree.size(metrics) == 0) {
            return;
        }
        page.raw("<section><h2>The same events by other tools' definitions, ").text(key + ".name").raw("</h2>\n"
                + "<div class=\"scroll\"><table><caption>Figures of one run by the definitions of several "
                + "tools</caption><thead><tr>");
        List.of("Metric", "Tool", "Its name", "Definition", "Queries", "Mean", "p50", "p90", "p99")
                .forEach(column -> page.raw("<th scope=\"col\">").label(column).raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        String before = "";
        for (int place = 0; place < Math.min(tree.size(metrics), MOST_ROWS); place++) {
            String metric = tree.text(metrics + "." + place + ".metric").orElse("");
            row(metrics + "." + place, !metric.equals(before));
            before = metric;
        }
        page.raw("</tbody></table></div></section>\n");
    }

    private void row(String tool, boolean isFirst) {
        page.raw(isFirst ? "<tr class=\"first\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
        if (isFirst) {
            page.text(tool + ".metric");
        }
        String unit = tree.text(tool + ".unit").orElse("");
        page.raw("</th><td>").text(tool + ".tool").raw("</td><td>").text(tool + ".name")
                .raw("</td><td class=\"words\">")
                .text(tree.has(tool + ".reason") ? tool + ".reason" : tool + ".definition")
                .raw("</td><td>").figure(tool + ".n", "").raw("</td>");
        List.of("mean", "p50", "p90", "p99")
                .forEach(figure -> page.raw("<td>").figure(tool + "." + figure, unit).raw("</td>"));
        page.raw("</tr>\n");
    }
}
