package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Write what a series of runs came to: the rate that was found or the best steps, and one table of all steps. */
final class SeriesPart {
    private static final String STEPS = "series.steps";
    private static final String JOULES = RunFigure.JOULES_PER_QUERY.label();
    private static final String RATE = RunFigure.REQUESTS_PER_SECOND.label();

    private record Column(String words, String figure, String unit, boolean isShare) {}

    private static final List<Column> COLUMNS = List.of(column(RunFigure.OFFERED_PER_SECOND),
            column(RunFigure.REQUESTS_PER_SECOND),
            new Column("Latency, p50", "time_from_intended_start_p50", "s", false),
            new Column("Latency, p99", "time_from_intended_start_p99", "s", false),
            new Column("TTFT, p50", "time_to_first_token_p50", "s", false), column(RunFigure.JOULES_PER_QUERY),
            column(RunFigure.DEVICE_WATTS), new Column(RunFigure.ACCURACY.words(), "accuracy", "", true),
            new Column("Goodput", "goodput_per_second", "1/s", false), new Column("Failed", "failed", "", false));

    private static final Map<String, String> TITLES = Map.of("search", "Rate search", "sweep", "Sweep",
            "repeats", "Repeated run", "interleaved", "Runs in turn");

    private final Markup page;
    private final Tree tree;

    SeriesPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    private static Column column(RunFigure figure) {
        return new Column(figure.words(), figure.label(), figure.unit(), false);
    }

    /** Return whether the page is of a series of several runs. */
    boolean isThere() {
        return tree.size(STEPS) > 1;
    }

    /** Write the title and the results; for {@link #isThere()} alone. */
    void write() {
        title();
        if (isOf("search")) {
            found();
        } else if (isOf("sweep")) {
            best("Most requests a second", RATE, "1/s", true);
            best("Least energy per query", JOULES, "J", false);
        }
        table();
    }

    private boolean isOf(String kind) {
        return tree.text("series.kind").filter(kind::equals).isPresent();
    }

    private void title() {
        boolean isOfCallers = tree.number(STEPS + ".0.concurrency").isPresent();
        String load = isOfCallers ? "concurrency" : "rate_per_second";
        page.raw("<h1>" + TITLES.getOrDefault(tree.text("series.kind").orElse(""), "Series of runs"));
        Optional<Integer> least = extreme(load, false);
        Optional<Integer> most = extreme(load, true);
        if ((isOf("search") || isOf("sweep")) && least.isPresent() && most.isPresent()) {
            page.raw(isOfCallers ? ", concurrency " : ", requests a second ")
                    .figure(STEPS + "." + least.get() + "." + load, "").raw("\u2013")
                    .figure(STEPS + "." + most.get() + "." + load, "");
        }
        page.raw("</h1>\n");
    }

    private void found() {
        page.raw("<p class=\"answer\">");
        if (tree.has("series.outcome.kept_per_second")) {
            page.raw("The highest rate tried that kept the SLO: ").figure("series.outcome.kept_per_second", "1/s");
            if (tree.has("series.outcome.broken_per_second")) {
                page.raw("; the lowest that broke it: ").figure("series.outcome.broken_per_second", "1/s");
            } else {
                page.raw("; no rate broke it, so the limit may be higher");
            }
        } else {
            page.raw("No rate that was tried kept the SLO");
        }
        page.raw(".</p>\n");
        if (tree.has("series.slo")) {
            page.raw("<p>SLO: ").text("series.slo").raw(", of at least ").percent("series.outcome.attainment")
                    .raw(" of the requests.</p>\n");
        }
    }

    private void best(String words, String figure, String unit, boolean isMost) {
        extreme("figures." + figure, isMost).map(place -> STEPS + "." + place).ifPresent(step -> {
            page.raw("<p class=\"answer\">" + words + ": ").text(step + ".load").raw(", ")
                    .figure(step + ".figures." + figure, unit);
            // A step whose times are not valid may be the best by mistake.
            if (tree.text(step + ".verdict").filter(verdict -> !verdict.equalsIgnoreCase("valid")).isPresent()) {
                page.raw(" (times ").text(step + ".verdict").raw(")");
            }
            page.raw(".</p>\n");
        });
    }

    private Optional<Integer> extreme(String key, boolean isMost) {
        Optional<Integer> best = Optional.empty();
        double value = 0;
        for (int place = 0; place < tree.size(STEPS); place++) {
            String one = STEPS + "." + place + "." + key;
            if (tree.number(one).isPresent()) {
                double other = tree.number(one).getAsDouble();
                if (best.isEmpty() || (isMost ? other > value : other < value)) {
                    best = Optional.of(place);
                    value = other;
                }
            }
        }
        return best;
    }

    private boolean isKnown(Column column) {
        for (int place = 0; place < tree.size(STEPS); place++) {
            if (tree.has(STEPS + "." + place + ".figures." + column.figure)) {
                return true;
            }
        }
        return false;
    }

    private void table() {
        List<Column> known = COLUMNS.stream().filter(this::isKnown).toList();
        page.raw("<div class=\"scroll\"><table><caption>The steps of the series</caption><thead><tr>"
                + "<th scope=\"col\">Load</th>");
        known.forEach(column -> page.raw("<th scope=\"col\">").label(column.words).raw("</th>"));
        page.raw("<th scope=\"col\">Times</th></tr></thead><tbody>\n");
        for (int place = 0; place < tree.size(STEPS); place++) {
            String step = STEPS + "." + place;
            page.raw("<tr><th scope=\"row\">").text(step + ".load").raw("</th>");
            for (Column column : known) {
                String key = step + ".figures." + column.figure;
                page.raw("<td>");
                (column.isShare ? page.percent(key) : page.figure(key, column.unit)).raw("</td>");
            }
            page.raw("<td>").text(step + ".verdict").raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }
}
