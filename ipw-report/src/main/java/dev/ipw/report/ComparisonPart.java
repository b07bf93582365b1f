package dev.ipw.report;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/**
 * The section on the evidence of a comparison's conclusions: each in a sentence, and with all its statistics.
 */
record ComparisonPart(Markup page, Tree tree) {
    void write() {
        List<String> pairs = tree.elements("comparison.comparisons");
        if (pairs.isEmpty()) {
            return;
        }
        page.raw("<section id=\"comparison\"><h2>Comparison</h2>\n");
        pairs.forEach(this::pair);
        page.raw("</section>\n");
    }

    /** Returns the name of a compared figure. */
    static String words(Tree tree, String dimension) {
        return tree.text(dimension + ".label").or(() -> tree.text(dimension + ".dimension"))
                .map(DimensionWords::spaced).orElse("");
    }

    /** Writes one run's figure with its interval. */
    static void figure(Markup page, String dimension, String key) {
        ComparedDimension compared = ComparedDimension.named(page.tree().text(dimension + ".dimension").orElse(""));
        page.estimate(key + ".value", key + ".low", key + ".high", compared.perQuery().map(AnalysisColumn::estimate)
                .orElseGet(() -> AnalysisColumn.estimate(compared.ofRun())));
    }

    /** Writes a difference with its interval. */
    static void difference(Markup page, String dimension, String key) {
        if (isShare(page.tree(), dimension)) {
            page.points(key + ".value", key + ".low", key + ".high");
        } else {
            figure(page, dimension, key);
        }
    }

    /** Returns whether a warning concerns one figure alone: then it begins with the figure's key. */
    static boolean isOfOne(Tree tree, String pair, String warning) {
        return tree.elements(pair + ".dimensions").stream()
                .anyMatch(one -> warning.startsWith(tree.text(one + ".dimension").orElse("") + ": "));
    }

    /** Returns whether a dimension is a fraction of one, whose differences are in percentage points. */
    static boolean isShare(Tree tree, String dimension) {
        return tree.text(dimension + ".dimension").filter("accuracy"::equals).isPresent();
    }

    private void pair(String key) {
        page.raw("<details class=\"more\"><summary>").text(key + ".second").raw(" against ").text(key + ".first")
                .raw(": each conclusion in a sentence, and all statistics</summary>\n<p class=\"lead\">");
        if (tree.number(key + ".pairs").orElse(0) > 0) {
            page.raw("Both runs answered ").figure(key + ".pairs", "")
                    .raw(" questions; each query is compared with the other run's. ");
        } else {
            page.raw("Queries are not paired. ");
        }
        page.raw("A difference is the second run's figure less the first's. Intervals are of ").label("95 %")
                .raw(". The probabilities p are corrected for the number of comparisons (Holm).</p>\n")
                .raw("<ul class=\"conclusions\">\n");
        List<String> dimensions = tree.elements(key + ".dimensions");
        for (String one : dimensions) {
            page.raw("<li class=\"" + tone(one) + "\">").text(one + ".verdict").raw("</li>\n");
        }
        page.raw("</ul>\n");
        table(key, dimensions);
        new TextList(page).write(key + ".absent", "Not compared", text -> true);
        new TextList(page).write(key + ".warnings", "Of single figures", text -> isOfOne(tree, key, text));
        page.raw("</details>\n");
    }

    /**
     * Returns the colour class of a difference. The conclusion's words state whether it is good; the colour only
     * shows whether there is one.
     */
    private String tone(String key) {
        return switch (tree.text(key + ".outcome").orElse("")) {
            case "HIGHER", "LOWER" -> "differs";
            case "UNCLEAR" -> "unclear";
            default -> "same";
        };
    }

    private void table(String key, List<String> dimensions) {
        page.raw("<div class=\"scroll\"><table><caption>Statistics of both runs and their difference</caption><thead>"
                + "<tr><th scope=\"col\">Figure</th><th scope=\"col\">Statistic</th><th scope=\"col\">")
                .text(key + ".first")
                .raw("</th><th scope=\"col\">").text(key + ".second").raw("</th><th scope=\"col\">Difference</th>"
                        + "<th scope=\"col\">Relative</th><th scope=\"col\">p</th><th scope=\"col\">Queries</th></tr>"
                        + "</thead><tbody>\n");
        for (String one : dimensions) {
            for (int row = 0; row < tree.size(one + ".statistics"); row++) {
                row(one, row);
            }
        }
        page.endTable();
    }

    private void row(String dimension, int row) {
        String statistic = dimension + ".statistics." + row;
        if (row == 0) {
            page.raw("<tr class=\"first\"><th scope=\"row\">").label(words(tree, dimension)).raw("</th>");
        } else {
            page.raw("<tr><td></td>");
        }
        page.raw("<td>").text(statistic + ".statistic").raw("</td>")
                .cell(() -> figure(page, dimension, statistic + ".first"))
                .cell(() -> figure(page, dimension, statistic + ".second"))
                .cell(() -> difference(page, dimension, statistic + ".difference")).raw("<td>");
        if (!isShare(tree, dimension)) {
            page.percent(statistic + ".relative.value");
        }
        page.raw("</td><td>");
        if (row == 0) {
            page.probability(dimension + ".p_adjusted").raw("</td><td>").figure(dimension + ".first.used", "")
                    .raw(" / ").figure(dimension + ".second.used", "");
        } else {
            page.raw("</td><td>");
        }
        page.raw("</td></tr>\n");
    }
}
