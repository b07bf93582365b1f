package dev.ipw.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Write the analyses that have no place of their own: their summaries as they are, and definitions side by side. */
final class OtherAnalysesPart {
    /** What has a place of its own, and what is no analysis. */
    private static final Set<String> PLACED = Set.of("name", "folder", "started_at", "summary", "accuracy", "latency",
            "regression", "pareto", "skipped", "failures", "definitions", "energy_claim");
    private static final int MOST_METRICS = 40;

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
                String summary = place + "." + Tree.key(analysis, "summary");
                if (!PLACED.contains(analysis) && !tree.names(summary).isEmpty()) {
                    page.raw(begun ? "" : "<section id=\"analyses\"><h2>Further analyses</h2>\n");
                    begun = true;
                    summary(place, analysis, summary);
                }
            }
        }
        page.raw(begun ? "</section>\n" : "");
        for (int run = 0; run < tree.size("runs"); run++) {
            definitions("runs." + run);
        }
    }

    private void summary(String key, String analysis, String summary) {
        page.raw("<details class=\"analysis\"><summary>").label(ReportedRun.words(analysis.replace('-', ' ')))
                .raw(", ");
        (tree.has(key + ".name") ? page.text(key + ".name") : page.raw("all runs"))
                .raw("</summary>\n<div class=\"scroll\"><table class=\"pairs\"><caption>The summary "
                        + "of the analysis</caption><tbody>\n");
        List<String> figures = tree.names(summary);
        for (String figure : figures) {
            String one = summary + "." + Tree.key(figure);
            if (tree.has(one) && !isBound(figure, figures)) {
                page.raw("<tr><th scope=\"row\">").label(ReportedRun.words(figure)).raw("</th><td>");
                if (tree.value(one) instanceof Number) {
                    page.estimate(one, one + "_low", one + "_high", FigureUnit.of(figure));
                } else {
                    page.value(one);
                }
                page.raw("</td></tr>\n");
            }
        }
        page.raw("</tbody></table></div></details>\n");
    }

    /** Tell whether a figure is an end of another one's interval, beside which it is shown. */
    private static boolean isBound(String figure, List<String> figures) {
        return (figure.endsWith("_low") && figures.contains(figure.substring(0, figure.length() - "_low".length())))
                || (figure.endsWith("_high")
                        && figures.contains(figure.substring(0, figure.length() - "_high".length())));
    }

    private void definitions(String key) {
        String metrics = key + ".definitions.data.metrics";
        if (tree.size(metrics) == 0) {
            return;
        }
        page.raw("<section><h2>The same events by other tools' definitions, ").text(key + ".name").raw("</h2>\n"
                + "<div class=\"scroll\"><table><caption>Why two tools disagree about one run</caption><thead><tr>");
        List.of("Metric", "Tool", "Its name", "Definition", "Queries", "Mean", "p50", "p90", "p99")
                .forEach(column -> page.raw("<th scope=\"col\">").label(column).raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        for (int metric = 0; metric < Math.min(tree.size(metrics), MOST_METRICS); metric++) {
            String one = metrics + "." + metric;
            for (int place = 0; place < tree.size(one + ".tools"); place++) {
                row(one, one + ".tools." + place, place == 0);
            }
        }
        page.raw("</tbody></table></div></section>\n");
    }

    private void row(String metric, String tool, boolean isFirst) {
        page.raw(isFirst ? "<tr class=\"first\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
        if (isFirst) {
            page.text(metric + ".metric");
        }
        String unit = tree.text(metric + ".unit").orElse("");
        page.raw("</th><td>").text(tool + ".tool").raw("</td><td>").text(tool + ".name")
                .raw("</td><td class=\"words\">")
                .text(tree.has(tool + ".reason") ? tool + ".reason" : tool + ".definition")
                .raw("</td><td>").figure(tool + ".n", "").raw("</td>");
        List.of("mean", "p50", "p90", "p99")
                .forEach(figure -> page.raw("<td>").figure(tool + "." + figure, unit).raw("</td>"));
        page.raw("</tr>\n");
    }
}
