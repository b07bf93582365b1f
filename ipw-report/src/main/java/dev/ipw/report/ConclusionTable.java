package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;
import java.util.Map;

/** The table of a comparison's conclusions: which figures are better, worse or undecided, and by how much. */
record ConclusionTable(Markup page, Tree tree) {
    private static final String PAIRS = "comparison.comparisons";
    /** The order of the rows; decided ones come first. */
    private static final List<String> MERITS = List.of("better", "worse", "different", "undecided", "same");
    private static final Map<String, String> WHY_UNDECIDED = Map.of("NOT_SHOWN", "no difference is shown", "UNCLEAR",
            "interval and test disagree", "INVALID_TIMES", "the times are invalid", "PARTLY_KNOWN",
            "too few shares are known", "SINGLE_RUNS", "one run of each", "TOO_FEW", "too few queries");

    /** Returns whether the page compares runs. */
    boolean isThere() {
        return tree.size(PAIRS) > 0;
    }

    /** Writes the title; only valid if {@link #isThere()}. */
    void title() {
        page.raw("<h1>");
        for (int pair = 0; pair < tree.size(PAIRS); pair++) {
            page.raw(pair == 0 ? "" : ", ").text(PAIRS + "." + pair + ".second");
        }
        page.raw(" <span class=\"and\">against</span> ").text(PAIRS + ".0.first").raw("</h1>\n");
    }

    /** Writes the conclusions of each pair. */
    void write() {
        for (String key : tree.elements(PAIRS)) {
            table(key);
            new TextList(page).write(key + ".warnings", "Before you believe a difference",
                    text -> !ComparisonPart.isOfOne(tree, key, text));
        }
    }

    private void table(String pair) {
        page.raw("<div class=\"scroll cards\"><table class=\"conclusions\"><caption>").text(pair + ".second")
                .raw(" against ").text(pair + ".first")
                .raw(": medians of the queries, or the figures of the runs, with intervals of ").label("95 %")
                .raw(". Intervals of medians are from resampling, and wider where a query depends on those before it; "
                        + "those of the percentiles under Times are not. Intervals of one run each hold chance among its queries, "
                        + "and not how runs vary.</caption><thead><tr><th scope=\"col\">Figure</th><th scope=\"col\">")
                .text(pair + ".second")
                .raw(" is</th><th scope=\"col\">Difference</th><th scope=\"col\">").text(pair + ".first")
                .raw("</th><th scope=\"col\">").text(pair + ".second").raw("</th></tr></thead><tbody>\n");
        for (String merit : MERITS) {
            tree.elements(pair + ".dimensions").stream().filter(one -> merit(one).equals(merit))
                    .forEach(one -> row(pair, one));
        }
        page.endTable();
    }

    /** Returns the merit of a dimension. A comparison of an older version does not state which direction is better. */
    private String merit(String dimension) {
        return tree.text(dimension + ".merit").filter(MERITS::contains).orElse("undecided");
    }

    private void row(String pair, String dimension) {
        String merit = merit(dimension);
        String statistic = dimension + ".statistics.0";
        page.raw("<tr class=\"" + merit + "\"><th scope=\"row\">")
                .label(ComparisonPart.words(tree, dimension)).raw("</th><td data-label=\"Conclusion\"><b>");
        page.text(dimension + ".merit").raw("</b>");
        if (merit.equals("undecided")) {
            page.raw(": " + WHY_UNDECIDED.getOrDefault(tree.text(dimension + ".outcome").orElse(""),
                    "no conclusion"));
        }
        page.raw("</td>");
        // Percent of percent are easily misread.
        boolean isRelative = tree.has(statistic + ".relative.value") && !ComparisonPart.isShare(tree, dimension);
        String by = statistic + (isRelative ? ".relative" : ".difference");
        boolean isMore = tree.number(by + ".value").orElse(0) > 0;
        page.raw("<td data-label=\"Difference\"" + (isMore ? " class=\"plus\">" : ">"));
        if (isRelative) {
            page.percentEstimate(by + ".value", by + ".low", by + ".high");
        } else {
            ComparisonPart.difference(page, dimension, by);
        }
        page.raw("</td>");
        for (String side : List.of("first", "second")) {
            String label = Markup.escaped(tree.text(pair + "." + side).orElse(side));
            page.raw("<td data-label=\"" + label + "\">");
            ComparisonPart.figure(page, dimension, statistic + "." + side);
            page.raw("</td>");
        }
        page.raw("</tr>\n");
    }
}
