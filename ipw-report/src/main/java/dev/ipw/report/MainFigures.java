package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;
import java.util.Set;

/** The main figures of runs: tiles for one run, a table for several. Figures that no run has are omitted. */
record MainFigures(Markup page, Tree tree) {
    /**
     * A row or tile.
     *
     * @param words  its name
     * @param symbol its name on screens and in files of figures; empty if that adds nothing
     */
    private record Row(String words, String symbol, String key, String unit, String kind) {}

    /** The figures of each run, by their key under the run. */
    private static final List<Row> ROWS = List.of(
            new Row("Accuracy", "", "accuracy.summary.accuracy", "", "share"),
            headline("Intelligence per joule", RunFigure.INTELLIGENCE_PER_JOULE),
            headline("Energy per query", RunFigure.JOULES_PER_QUERY),
            headline("Power", RunFigure.DEVICE_WATTS),
            new Row("Cost", "", "cost.summary.usd_per_query", "USD/query", "plain"),
            new Row("Judges' agreement (Krippendorff's alpha)", "", "judges.summary.krippendorff_alpha", "", "alpha"),
            median("Latency from the intended start", "time_from_intended_start"),
            median("Time to first token", "time_to_first_token"),
            rate("Answers a second", RunFigure.REQUESTS_PER_SECOND),
            headline("Intelligence per watt", RunFigure.DEVICE_INTELLIGENCE_PER_WATT),
            headline("Energy per output token", RunFigure.JOULES_PER_OUTPUT_TOKEN),
            median("Time per output token", "time_per_output_token"),
            new Row("Requests asked a second", "asked/s", "latency.summary.asked_per_second", "1/s", "plain"),
            rate("Requests offered a second", RunFigure.OFFERED_PER_SECOND),
            rate("Failed requests a second", RunFigure.FAILED_PER_SECOND),
            rate("Output tokens a second", RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND),
            new Row("Queries", "", "summary.totals.queries", "", "plain"),
            new Row("Failed queries", "", "summary.totals.failed", "", "plain"));

    /** The figures of the first screen of a run, which are not repeated below it. */
    private static final Set<String> ON_CARDS = Set.of("accuracy.summary.accuracy",
            "accuracy.summary." + RunFigure.INTELLIGENCE_PER_JOULE.label(),
            "accuracy.summary." + RunFigure.JOULES_PER_QUERY.label(),
            "accuracy.summary." + RunFigure.DEVICE_WATTS.label(),
            "latency.data.percentiles.time_to_first_token.p50",
            "latency.summary." + RunFigure.REQUESTS_PER_SECOND.label(), "summary.totals.queries",
            "summary.totals.failed");

    /**
     * Figures that are omitted at zero: the number of failures already shows that there are no failures, and a free
     * run has no price.
     */
    private static final Set<String> LEFT_OUT_AT_ZERO = Set.of("latency.summary.failed_per_second",
            "cost.summary.usd_per_query");

    private static Row headline(String words, RunFigure figure) {
        // A symbol that equals the unit adds nothing.
        String symbol = figure.words().equals(figure.unit()) ? "" : figure.words();
        return new Row(words, symbol, "accuracy.summary." + figure.label(), figure.unit(), "headline");
    }

    private static Row rate(String words, RunFigure figure) {
        return new Row(words, figure.words(), "latency.summary." + figure.label(), figure.unit(), "plain");
    }

    private static Row median(String words, String figure) {
        return new Row(words + ", median", "", "latency.data.percentiles." + figure + ".p50", "s", "estimate");
    }

    /** Writes the figures: those that no card of a single run shows as tiles, or a table with a column for each run. */
    void write() {
        if (tree.runs() == 1) {
            tiles(known().stream().filter(row -> !ON_CARDS.contains(row.key)).toList());
        } else {
            table();
        }
    }

    private List<Row> known() {
        return ROWS.stream().filter(this::isKnown).toList();
    }

    private boolean isKnown(Row row) {
        return tree.elements("runs").stream().map(run -> run + "." + row.key).anyMatch(key -> tree.has(key)
                && !(tree.number(key).orElse(1) == 0 && LEFT_OUT_AT_ZERO.contains(row.key)));
    }

    private void tiles(List<Row> rows) {
        page.raw("<dl class=\"tiles\">\n");
        for (Row row : rows) {
            page.raw("<div><dt>");
            name(row);
            page.raw("</dt><dd>");
            cell("runs.0", row);
            page.raw("</dd></div>\n");
        }
        page.raw("</dl>\n");
    }

    private void name(Row row) {
        page.raw(row.words + (row.symbol.isEmpty() ? "" : " <abbr>" + row.symbol + "</abbr>"));
    }

    private void table() {
        page.raw("<div class=\"scroll\"><table><caption>The runs side by side, with intervals of ").label("95 %")
                .raw("</caption><thead><tr>").heading("Figure").runHeadings().raw("</tr></thead><tbody>\n");
        for (Row row : known()) {
            page.raw("<tr><th scope=\"row\">");
            name(row);
            page.raw("</th>");
            tree.elements("runs").forEach(run -> page.cell(() -> cell(run, row)));
            page.raw("</tr>\n");
        }
        page.endTable();
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
            case "alpha" -> page.figure(key, row.unit).raw(" <span class=\"of\">")
                    .label("1 where they always agree, 0 where no more than by chance").raw("</span>");
            default -> page.figure(key, row.unit);
        }
    }

    /** Writes the measured part if the rest is filled in. */
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
