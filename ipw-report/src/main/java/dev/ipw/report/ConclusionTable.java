package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The conclusions of a comparison: the strongest in a sentence, and all in a table with their intervals drawn. */
record ConclusionTable(Markup page, Tree tree) {
    private static final String PAIRS = "comparison.comparisons";
    /** The order of the rows; decided ones come first. */
    private static final List<String> MERITS = List.of("better", "worse", "different", "undecided", "same");
    private static final List<String> DECIDED = List.of("better", "worse", "different");
    /** The figures whose state is in the sentence, whichever difference is the strongest. */
    private static final List<String> MAIN = List.of(RunFigure.JOULES_PER_QUERY.label(), RunFigure.ACCURACY.label());
    private static final int DRAWN = 160;
    /** A change of this fraction reaches the edge of its drawing, so that one wide interval leaves room for others. */
    private static final double MAX_DRAWN = 1;
    private static final Map<String, String> WHY_UNDECIDED = Map.of("NOT_SHOWN", "no difference is shown", "UNCLEAR",
            "interval and test disagree", "INVALID_TIMES", "the times are invalid", "PARTLY_KNOWN",
            "too few shares are known", "SINGLE_RUNS", "not judged from one run of each", "TOO_FEW", "too few queries");

    /** Returns whether the page compares runs. */
    boolean isThere() {
        return tree.size(PAIRS) > 0;
    }

    /** Writes the strongest decided difference of each pair in a sentence; only valid if {@link #isThere()}. */
    void title() {
        for (String pair : tree.elements(PAIRS)) {
            page.raw("<h1 class=\"answer\">").text(pair + ".second");
            Optional<String> strongest = strongest(pair);
            if (strongest.isPresent()) {
                String one = strongest.get();
                page.raw(merit(one).equals("different") ? " differs from " : " is " + merit(one) + " than ")
                        .text(pair + ".first").raw(" in ").label(name(one)).raw(": ");
                bold(one);
                others(pair, one);
            } else {
                page.raw(" and ").text(pair + ".first").raw(": no difference is decided");
                if (tree.elements(pair + ".dimensions").stream()
                        .anyMatch(one -> tree.text(one + ".outcome").filter("SINGLE_RUNS"::equals).isPresent())) {
                    page.raw(", since one run of each does not show how runs vary");
                }
            }
            page.raw(".</h1>\n<p class=\"crumb\">");
            if (tree.number(pair + ".pairs").orElse(0) > 0) {
                page.figure(pair + ".pairs", "")
                        .raw(" questions that both answered, pair by pair; the figures of whole runs "
                                + "are of all requests of each");
            } else {
                page.raw("All requests of each run; they are not paired");
            }
            page.raw("</p>\n");
        }
    }

    private void bold(String dimension) {
        page.raw("<b" + (tree.number(by(dimension) + ".value").orElse(0) > 0 ? " class=\"plus\">" : ">"));
        change(dimension);
        page.raw("</b>");
    }

    /** Writes the state of the main figures besides the strongest difference. */
    private void others(String pair, String strongest) {
        for (String one : tree.elements(pair + ".dimensions")) {
            if (!one.equals(strongest) && MAIN.contains(tree.text(one + ".dimension").orElse(""))) {
                page.raw("; ").label(name(one)).raw(": ");
                if (isDecided(one)) {
                    bold(one);
                } else {
                    page.raw(merit(one).equals("same") ? "no relevant difference" : why(one));
                }
            }
        }
    }

    /** Returns the decided difference whose interval is furthest from zero. */
    private Optional<String> strongest(String pair) {
        return tree.elements(pair + ".dimensions").stream().filter(this::isDecided)
                .max(Comparator.comparingDouble((String one) -> merit(one).equals("different") ? 0 : 1)
                        .thenComparingDouble(this::distance));
    }

    private boolean isDecided(String dimension) {
        return DECIDED.contains(merit(dimension));
    }

    private double distance(String dimension) {
        double value = tree.number(by(dimension) + ".value").orElse(0);
        return Math.min(Math.abs(tree.number(by(dimension) + ".low").orElse(value)),
                Math.abs(tree.number(by(dimension) + ".high").orElse(value)));
    }

    private String name(String dimension) {
        return tree.text(dimension + ".label").or(() -> tree.text(dimension + ".dimension")).orElse("");
    }

    /** Writes the conclusions of each pair: the decided ones, and the others closed. */
    void write() {
        for (String key : tree.elements(PAIRS)) {
            List<String> dimensions = MERITS.stream().flatMap(merit -> tree.elements(key + ".dimensions").stream()
                    .filter(one -> merit(one).equals(merit))).toList();
            List<String> decided = dimensions.stream().filter(this::isDecided).toList();
            List<String> others = dimensions.stream().filter(one -> !isDecided(one)).toList();
            if (!decided.isEmpty()) {
                table(key, decided, "decided differences");
            }
            if (!others.isEmpty()) {
                page.raw("<details class=\"more\"" + (decided.isEmpty() ? " open=\"open\"" : "")
                        + "><summary>Undecided and equal figures</summary>\n");
                table(key, others, "undecided and equal figures");
                page.raw("</details>\n");
            }
            new TextList(page).write(key + ".warnings", "Before you believe a difference",
                    text -> !ComparisonPart.isOfOne(tree, key, text));
        }
    }

    private void table(String pair, List<String> rows, String words) {
        page.raw("<div class=\"scroll cards\"><table class=\"conclusions\"><caption>").text(pair + ".second")
                .raw(" against ").text(pair + ".first").raw(": " + words
                        + ". Medians of the queries, or the figures of the runs, with intervals of ")
                .label("95 %").raw("</caption><thead><tr>").heading("Figure").raw("<th scope=\"col\">")
                .text(pair + ".second").raw(" is</th><th scope=\"col\">").text(pair + ".first")
                .raw("</th><th scope=\"col\">").text(pair + ".second").raw("</th>").heading("Change")
                .raw("<th scope=\"col\">").label("95 %").raw("</th>").heading("Of").raw("</tr></thead><tbody>\n");
        double widest = rows.stream().mapToDouble(this::reach).max().orElse(1);
        rows.forEach(one -> row(pair, one, Math.min(MAX_DRAWN, widest)));
        page.endTable();
    }

    /** Returns how far the interval of a change reaches from zero. */
    private double reach(String dimension) {
        return Stream.of(".value", ".low", ".high")
                .mapToDouble(end -> Math.abs(tree.number(by(dimension) + end).orElse(0))).max().orElse(0);
    }

    /** Returns the merit of a dimension. A comparison of an older version does not state which direction is better. */
    private String merit(String dimension) {
        return tree.text(dimension + ".merit").filter(MERITS::contains).orElse("undecided");
    }

    private String why(String dimension) {
        return WHY_UNDECIDED.getOrDefault(tree.text(dimension + ".outcome").orElse(""), "no conclusion");
    }

    private boolean isRelative(String dimension) {
        // Percent of percent are easily misread.
        return tree.has(dimension + ".statistics.0.relative.value") && !ComparisonPart.isShare(tree, dimension);
    }

    private String by(String dimension) {
        return dimension + ".statistics.0" + (isRelative(dimension) ? ".relative" : ".difference");
    }

    private void change(String dimension) {
        String by = by(dimension);
        if (isRelative(dimension)) {
            page.percentEstimate(by + ".value", by + ".low", by + ".high");
        } else {
            ComparisonPart.difference(page, dimension, by);
        }
    }

    private void row(String pair, String dimension, double widest) {
        String merit = merit(dimension);
        page.raw("<tr class=\"" + merit + "\"><th scope=\"row\">")
                .label(ComparisonPart.words(tree, dimension)).raw("</th><td data-label=\"Conclusion\"><b>")
                .text(dimension + ".merit").raw("</b>" + (merit.equals("undecided") ? ": " + why(dimension) : "")
                        + "</td>");
        for (String side : List.of("first", "second")) {
            String label = Markup.escaped(tree.text(pair + "." + side).orElse(side));
            page.raw("<td data-label=\"" + label + "\">");
            ComparisonPart.figure(page, dimension, dimension + ".statistics.0." + side);
            page.raw("</td>");
        }
        boolean isMore = tree.number(by(dimension) + ".value").orElse(0) > 0;
        page.raw("<td data-label=\"Change\"" + (isMore ? " class=\"plus\">" : ">"));
        change(dimension);
        page.raw("</td><td data-label=\"Interval\">").raw(drawn(dimension, widest)).raw("</td><td data-label=\"Of\">");
        questions(pair, dimension);
        page.raw("</td></tr>\n");
    }

    /** Writes of which questions a row is. */
    private void questions(String pair, String dimension) {
        String name = tree.text(dimension + ".dimension").orElse("");
        boolean isPaired = Boolean.TRUE.equals(tree.value(dimension + ".paired"))
                && tree.number(pair + ".pairs").orElse(0) > 0;
        boolean isOfRun = ComparedDimension.named(name).perQuery().isEmpty()
                && !ComparisonPart.isShare(tree, dimension);
        if (isOfRun) {
            page.raw("the whole runs");
        } else if (isPaired) {
            page.figure(dimension + ".first.used", "").raw(" pairs");
        } else {
            page.figure(dimension + ".first.used", "").raw(" and ").figure(dimension + ".second.used", "")
                    .raw(" queries");
        }
    }

    /** Draws the interval of a change around zero; one that reaches further goes to the edge. */
    private String drawn(String dimension, double widest) {
        OptionalDouble low = tree.number(by(dimension) + ".low");
        OptionalDouble high = tree.number(by(dimension) + ".high");
        OptionalDouble value = tree.number(by(dimension) + ".value");
        if (value.isEmpty() || !(widest > 0)) {
            return "";
        }
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT, "<svg class=\"change\" viewBox=\"0 0 %d 14\" "
                + "aria-hidden=\"true\"><path class=\"zero\" d=\"M%d 0V14\"/>", DRAWN, DRAWN / 2));
        if (low.isPresent() || high.isPresent()) {
            svg.append(String.format(Locale.ROOT, "<path class=\"bar\" d=\"M%.1f 7H%.1f\"/>",
                    place(low.orElse(-widest), widest), place(high.orElse(widest), widest)));
        }
        return svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"7\" r=\"3\"/></svg>",
                place(value.getAsDouble(), widest))).toString();
    }

    private static double place(double value, double widest) {
        return DRAWN / 2.0 + Math.clamp(value / widest, -1, 1) * (DRAWN / 2.0 - 4);
    }
}
