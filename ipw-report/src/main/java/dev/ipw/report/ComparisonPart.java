package dev.ipw.report;

/** Write what a comparison came to: each dimension's statistics of both runs, the difference, and the conclusion. */
final class ComparisonPart {
    private final Markup page;
    private final Tree tree;

    ComparisonPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    void write() {
        int pairs = tree.size("comparison.comparisons");
        if (pairs == 0) {
            return;
        }
        page.raw("<section id=\"comparison\"><h2>Comparison</h2>\n");
        for (int pair = 0; pair < pairs; pair++) {
            pair("comparison.comparisons." + pair);
        }
        new ChartsPart(page).grid("differences");
        page.raw("</section>\n");
    }

    private void pair(String key) {
        page.raw("<h3>").text(key + ".second").raw(" against ").text(key + ".first").raw("</h3>\n<p class=\"lead\">");
        if (tree.number(key + ".pairs").orElse(0) > 0) {
            page.figure(key + ".pairs", "").raw(" questions that both answered, query against query. ");
        } else {
            page.raw("Queries are not paired. ");
        }
        page.raw("A difference is the second less the first. Intervals are of ").label("95 %")
                .raw("; the probabilities are corrected for everything compared (Holm).</p>\n<ul class=\"conclusions\">\n");
        int dimensions = tree.size(key + ".dimensions");
        for (int place = 0; place < dimensions; place++) {
            String one = key + ".dimensions." + place;
            page.raw("<li class=\"" + tone(one) + "\">").text(one + ".verdict").raw("</li>\n");
        }
        page.raw("</ul>\n");
        table(key, dimensions);
        list(key + ".absent", "Not compared");
        list(key + ".warnings", "Before you believe a difference");
    }

    /** Whether a difference is good is in the conclusion's words; the colour only says whether there is one. */
    private String tone(String key) {
        return switch (tree.text(key + ".outcome").orElse("")) {
            case "HIGHER", "LOWER" -> "differs";
            case "UNCLEAR" -> "unclear";
            default -> "same";
        };
    }

    private void table(String key, int dimensions) {
        page.raw(
                "<div class=\"scroll\"><table><caption>Statistics of both runs and their difference</caption><thead><tr>"
                        + "<th scope=\"col\">Dimension</th><th scope=\"col\">Statistic</th><th scope=\"col\">")
                .text(key + ".first")
                .raw("</th><th scope=\"col\">").text(key + ".second").raw("</th><th scope=\"col\">Difference</th>"
                        + "<th scope=\"col\">Relative</th><th scope=\"col\">p</th><th scope=\"col\">Queries</th></tr>"
                        + "</thead><tbody>\n");
        for (int place = 0; place < dimensions; place++) {
            String one = key + ".dimensions." + place;
            for (int row = 0; row < tree.size(one + ".statistics"); row++) {
                row(one, row);
            }
        }
        page.raw("</tbody></table></div>\n");
    }

    private void row(String dimension, int row) {
        String statistic = dimension + ".statistics." + row;
        String unit = tree.text(dimension + ".unit").orElse("");
        page.raw(row == 0 ? "<tr class=\"first\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
        if (row == 0) {
            page.text(dimension + ".dimension");
        }
        page.raw("</th><td>").text(statistic + ".statistic").raw("</td>");
        for (String side : new String[]{".first", ".second", ".difference"}) {
            page.raw("<td>").estimate(statistic + side + ".value", statistic + side + ".low",
                    statistic + side + ".high", unit).raw("</td>");
        }
        page.raw("<td>").percent(statistic + ".relative.value").raw("</td><td>");
        if (row == 0) {
            page.probability(dimension + ".p_adjusted").raw("</td><td>").figure(dimension + ".first.used", "")
                    .raw(" / ").figure(dimension + ".second.used", "");
        } else {
            page.raw("</td><td>");
        }
        page.raw("</td></tr>\n");
    }

    private void list(String key, String title) {
        int size = tree.size(key);
        if (size > 0) {
            page.raw("<h4>" + title + "</h4>\n<ul class=\"warnings\">");
            for (int place = 0; place < size; place++) {
                page.raw("<li>").text(key + "." + place).raw("</li>\n");
            }
            page.raw("</ul>\n");
        }
    }
}
