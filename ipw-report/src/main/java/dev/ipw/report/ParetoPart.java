package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The section on dominance: which run is beaten by one that is at least as accurate at no higher cost. */
record ParetoPart(Markup page, Tree tree) {
    /** The runs in their order in the analysis of all of them together. */
    static final String POINTS = "together.pareto.data.points";

    private static final List<Cost> COSTS = List.of(new Cost("joules", "J"), new Cost("usd", "USD/query"),
            new Cost("seconds", "s"));

    private record Cost(String name, String unit) {
        String key(String point) {
            return point + "." + name + "_per_query";
        }

        /** Returns the label, which includes the unit if the cells do not. */
        String words() {
            return name.equals("usd") ? "Cost" : unit + "/query";
        }
    }

    void write() {
        List<String> points = tree.elements(POINTS);
        if (points.isEmpty() || tree.size("charts.pareto") == 0) {
            return;
        }
        page.raw(
                "<section id=\"pareto\"><h2>Accuracy against cost</h2>\n<p class=\"lead\">A run is dominated if another "
                        + "is at least as right for no more, and its interval lies apart if none overlaps; one run of each does not show how runs vary. The line joins those "
                        + "that are not dominated.</p>\n");
        warnings();
        new ChartsPart(page).grid("pareto");
        List<Cost> known = COSTS.stream().filter(cost -> points.stream().anyMatch(one -> tree.has(cost.key(one))))
                .toList();
        page.raw("<div class=\"scroll\"><table><caption>Dominance between runs, with intervals of ").label("95 %")
                .raw("</caption><thead><tr><th scope=\"col\">Run</th><th scope=\"col\">Accuracy</th>");
        known.forEach(cost -> page.raw("<th scope=\"col\">" + cost.words() + "</th><th scope=\"col\">"
                + "Dominated by</th>"));
        page.raw("</tr></thead><tbody>\n");
        points.forEach(one -> row(one, known));
        page.raw("</tbody></table></div></section>\n");
    }

    private void row(String one, List<Cost> known) {
        page.raw("<tr><th scope=\"row\">").text(one + ".name").raw("</th><td>").percentEstimate(one + ".accuracy")
                .raw("</td>");
        for (Cost cost : known) {
            String certain = one + ".certainly_dominated_by_" + cost.name;
            page.raw("<td>").estimate(cost.key(one), cost.key(one) + "_low", cost.key(one) + "_high", cost.unit)
                    .raw("</td><td>").value(one + ".dominated_by_" + cost.name);
            if (tree.size(certain) > 0) {
                page.raw(" <span class=\"of\">with intervals apart, by ").value(certain).raw("</span>");
            }
            page.raw("</td>");
        }
        page.raw("</tr>\n");
    }

    /** Writes the reasons why runs may not be comparable, before the comparison. */
    private void warnings() {
        List<String> warnings = tree.elements("together.pareto.warnings");
        page.raw(warnings.isEmpty() ? "" : "<ul class=\"warnings\" aria-label=\"Warnings\">");
        warnings.forEach(one -> page.raw("<li>").text(one).raw("</li>\n"));
        page.raw(warnings.isEmpty() ? "" : "</ul>\n");
    }
}
