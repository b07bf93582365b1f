package dev.ipw.report;

import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The table of each time's percentiles with their intervals: for one run a row each, for several all runs in one
 * table.
 */
record PercentilesTable(Markup page, Tree tree) {
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p95", "p99", "p99_9");
    /** The times that are compared first; the others of several runs are closed. */
    private static final List<String> MAIN = List.of("time_from_intended_start", "time_to_first_token",
            "time_per_output_token");

    void write() {
        Set<String> known = new LinkedHashSet<>();
        for (int run = 0; run < tree.runs(); run++) {
            String key = key(run);
            tree.names(key).stream().filter(name -> tree.number(key + "." + name + ".count").orElse(0) > 0)
                    .forEach(known::add);
        }
        if (known.isEmpty()) {
            return;
        }
        List<String> main = MAIN.stream().filter(known::contains).toList();
        List<String> others = known.stream().filter(name -> !MAIN.contains(name)).toList();
        if (tree.runs() == 1) {
            ofOne(Stream.concat(main.stream(), others.stream()).toList());
            return;
        }
        if (!main.isEmpty()) {
            ofSeveral("Percentiles of all runs", main);
        }
        if (!others.isEmpty()) {
            page.raw("<details class=\"more\"><summary>Percentiles of the other times and speeds</summary>\n");
            ofSeveral("Percentiles of all runs, other times and speeds", others);
            page.raw("</details>\n");
        }
    }

    private static String key(int run) {
        return Tree.key("runs", run, "latency", "data", "percentiles");
    }

    private void ofOne(List<String> figures) {
        page.raw("<div class=\"scroll cards\"><table><caption>Percentiles");
        intervals();
        page.raw("</caption><thead><tr><th scope=\"col\">Figure</th><th scope=\"col\">Queries</th>"
                + "<th scope=\"col\">Mean</th>");
        PERCENTILES.forEach(percentile -> page.raw("<th scope=\"col\">").label(words(percentile)).raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        for (String figure : figures) {
            page.raw("<tr><th scope=\"row\">").label(DimensionWords.ofLabel(figure)).raw("</th>");
            for (String statistic : statistics()) {
                cell(0, figure, statistic, words(statistic));
            }
            page.raw("</tr>\n");
        }
        page.endTable();
    }

    private void ofSeveral(String title, List<String> figures) {
        page.raw("<div class=\"scroll\"><table class=\"joint\"><caption>" + title);
        intervals();
        page.raw("</caption><thead><tr>").heading("Figure").runHeadings().raw("</tr></thead><tbody>\n");
        for (String figure : figures) {
            page.raw("<tr class=\"first\"><th scope=\"rowgroup\" colspan=\"" + (tree.runs() + 1) + "\">")
                    .label(DimensionWords.ofLabel(figure)).raw("</th></tr>\n");
            statistics().stream().filter(statistic -> isKnown(figure, statistic)).forEach(statistic -> {
                page.raw("<tr><th scope=\"row\">").label(words(statistic)).raw("</th>");
                for (int run = 0; run < tree.runs(); run++) {
                    cell(run, figure, statistic, "");
                }
                page.raw("</tr>\n");
            });
        }
        page.endTable();
    }

    private void intervals() {
        page.raw(", intervals of ").label("95 %")
                .raw(" between order statistics; a dash where there are too few queries");
    }

    private boolean isKnown(String figure, String statistic) {
        return IntStream.range(0, tree.runs()).anyMatch(run -> tree.has(key(run) + "." + Tree.key(figure, statistic)));
    }

    private void cell(int run, String figure, String statistic, String label) {
        String one = key(run) + "." + Tree.key(figure);
        String unit = tree.text(one + ".unit").orElse("");
        page.raw(label.isEmpty() ? "<td>" : "<td data-label=\"" + label + "\">");
        switch (statistic) {
            case "count" -> page.figure(one + ".count", "");
            case "mean" -> page.figure(one + ".mean", unit);
            default -> page.estimate(one + "." + statistic, one + "." + statistic + "_low",
                    one + "." + statistic + "_high", unit);
        }
        page.raw("</td>");
    }

    private static List<String> statistics() {
        return Stream.concat(Stream.of("count", "mean"), PERCENTILES.stream()).toList();
    }

    private static String words(String statistic) {
        return switch (statistic) {
            case "count" -> "Queries";
            case "mean" -> "Mean";
            default -> statistic.replace('_', '.');
        };
    }
}
