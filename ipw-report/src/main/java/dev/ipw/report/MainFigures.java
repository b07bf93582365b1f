package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import java.util.List;
import java.util.Set;

/** Write what runs came to: tiles of one run, a table of several. What no run has is left out. */
final class MainFigures {
    private final Markup page;
    private final Tree tree;
    private final int runs;

    MainFigures(Markup page) {
        this.page = page;
        tree = page.tree();
        runs = tree.size("runs");
    }

    private record Row(String words, String key, String unit, String kind) {}

    /** What is shown of each run, by its key under the run. */
    private static final List<Row> ROWS = List.of(
            new Row(RunFigure.ACCURACY.words(), "accuracy.summary.accuracy", "", "share"),
            headline(RunFigure.INTELLIGENCE_PER_JOULE), headline(RunFigure.DEVICE_INTELLIGENCE_PER_WATT),
            headline(RunFigure.JOULES_PER_QUERY), headline(RunFigure.JOULES_PER_OUTPUT_TOKEN),
            headline(RunFigure.DEVICE_WATTS),
            new Row("Dollars of a query", "cost.summary.usd_per_query", "USD", "plain"),
            new Row("Judges' agreement (Krippendorff's alpha)", "judges.summary.krippendorff_alpha", "", "plain"),
            median(ReportedRun.wordsOf("time_from_intended_start"), "time_from_intended_start"),
            median(ReportedRun.wordsOf("time_to_first_token"), "time_to_first_token"),
            median(ReportedRun.wordsOf("time_per_output_token"), "time_per_output_token"),
            new Row("asked/s", "latency.summary.asked_per_second", "1/s", "plain"),
            rate(RunFigure.OFFERED_PER_SECOND), rate(RunFigure.REQUESTS_PER_SECOND), rate(RunFigure.FAILED_PER_SECOND),
            rate(RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND),
            new Row("Queries", "summary.totals.queries", "", "plain"),
            new Row("Failed", "summary.totals.failed", "", "plain"));

    /** No failure is told by the count of failures, and what costs nothing has no price. */
    private static final Set<String> LEFT_OUT_AT_ZERO = Set.of("latency.summary.failed_per_second",
            "cost.summary.usd_per_query");

    private static Row headline(RunFigure figure) {
        return new Row(figure.words(), "accuracy.summary." + figure.label(), figure.unit(), "headline");
    }

    private static Row rate(RunFigure figure) {
        return new Row(figure.words(), "latency.summary." + figure.label(), figure.unit(), "plain");
    }

    private static Row median(String words, String figure) {
        return new Row(words + ", median", "latency.data.percentiles." + figure + ".p50", "s", "estimate");
    }

    /** Write them: tiles, or a table with a column for each run. */
    void write() {
        if (runs == 1) {
            tiles();
        } else {
            table();
        }
    }

    private List<Row> known() {
        return ROWS.stream().filter(this::isKnown).toList();
    }

    private boolean isKnown(Row row) {
        for (int run = 0; run < runs; run++) {
            String key = "runs." + run + "." + row.key;
            boolean isNothing = tree.number(key).orElse(1) == 0 && LEFT_OUT_AT_ZERO.contains(row.key);
            if (tree.has(key) && !isNothing) {
                return true;
            }
        }
        return false;
    }

    private void tiles() {
        page.raw("<dl class=\"tiles\">\n");
        for (Row row : known()) {
            page.raw("<div><dt>" + row.words + "</dt><dd>");
            cell("runs.0", row);
            page.raw("</dd></div>\n");
        }
        page.raw("</dl>\n");
    }

    private void table() {
        page.raw("<div class=\"scroll\"><table><caption>The runs side by side, with intervals of ").label("95 %")
                .raw("</caption><thead><tr><th scope=\"col\">Figure</th>");
        for (int run = 0; run < runs; run++) {
            page.raw("<th scope=\"col\">" + Markup.swatch(run)).text(Tree.key("runs", run, "name"))
                    .raw("</th>");
        }
        page.raw("</tr></thead><tbody>\n");
        for (Row row : known()) {
            page.raw("<tr><th scope=\"row\">" + row.words + "</th>");
            for (int run = 0; run < runs; run++) {
                page.raw("<td>");
                cell("runs." + run, row);
                page.raw("</td>");
            }
            page.raw("</tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }

    private void cell(String run, Row row) {
        String key = run + "." + row.key;
        switch (row.kind) {
            case "share" -> page.percentEstimate(key);
            case "estimate" -> page.estimate(key, key + "_low", key + "_high", row.unit);
            case "headline" -> {
                page.estimate(key, key + "_low", key + "_high", row.unit);
                if (tree.has(key)) {
                    coverage(run + ".accuracy.summary.");
                }
            }
            default -> page.figure(key, row.unit);
        }
    }

    /** Write how much is measured where a part is filled in. */
    private void coverage(String accuracy) {
        boolean whole = tree.text(accuracy + "energy_basis_of_headline").filter("total"::equals).isPresent();
        if (!whole && (tree.number(accuracy + "asked_with_energy").orElse(0) < tree.number(accuracy + "asked").orElse(0)
                || tree.number(accuracy + "energy_time_share").orElse(1) < 1)) {
            page.raw(" <span class=\"of\">").figure(accuracy + "asked_with_energy", "").raw(" of ")
                    .figure(accuracy + "asked", "").raw(" requests, ").percent(accuracy + "energy_time_share")
                    .raw(" of the time</span>");
        }
    }
}
