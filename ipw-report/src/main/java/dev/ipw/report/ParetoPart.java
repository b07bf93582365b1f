package dev.ipw.report;

import java.util.List;

/** Write which run is beaten by which: at least as right for no more. */
final class ParetoPart {
    private static final List<String> COSTS = List.of("joules_per_query", "usd_per_query", "seconds_per_query");

    private final Markup page;
    private final Tree tree;

    ParetoPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    void write() {
        int points = tree.size("pareto.points");
        if (points == 0 || tree.size("charts.pareto") == 0) {
            return;
        }
        page.raw(
                "<section id=\"pareto\"><h2>Accuracy against cost</h2>\n<p class=\"lead\">A run is dominated if another "
                        + "is at least as right for no more. The line joins those that are not.</p>\n");
        new ChartsPart(page).grid("pareto");
        page.raw(
                "<div class=\"scroll\"><table><caption>Who dominates whom</caption><thead><tr><th scope=\"col\">Run</th>"
                        + "<th scope=\"col\">Accuracy</th><th scope=\"col\">Joules a query</th><th scope=\"col\">dominated by</th>"
                        + "<th scope=\"col\">Seconds a query</th><th scope=\"col\">dominated by</th></tr></thead><tbody>\n");
        for (int place = 0; place < points; place++) {
            String one = "pareto.points." + place;
            page.raw("<tr><th scope=\"row\">").text(one + ".name").raw("</th><td>").percentEstimate(one + ".accuracy")
                    .raw("</td>");
            for (String cost : COSTS) {
                if (!cost.startsWith("usd")) {
                    page.raw("<td>").figure(one + "." + cost, cost.startsWith("joules") ? "J" : "s").raw("</td><td>")
                            .value(one + ".dominated_by." + cost).raw("</td>");
                }
            }
            page.raw("</tr>\n");
        }
        page.raw("</tbody></table></div></section>\n");
    }
}
