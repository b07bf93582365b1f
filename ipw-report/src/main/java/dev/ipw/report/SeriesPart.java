package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Write what a series of runs came to: the rate that was found or the best steps, and one table of all steps. */
final class SeriesPart {
    private static final String STEPS = "series.steps";
    private static final String JOULES = RunFigure.JOULES_PER_QUERY.label();
    private static final String RATE = RunFigure.REQUESTS_PER_SECOND.label();

    private static final String LATENCY = ReportedRun.wordsOf("time_from_intended_start");

    private record Column(String words, String figure, String unit, boolean isShare) {}

    private static final List<Column> COLUMNS = List.of(column(RunFigure.OFFERED_PER_SECOND),
            column(RunFigure.REQUESTS_PER_SECOND),
            new Column(LATENCY + ", p50", "time_from_intended_start_p50", "s", false),
            new Column(LATENCY + ", p99", "time_from_intended_start_p99", "s", false),
            new Column("Time to first token, p50", "time_to_first_token_p50", "s", false),
            new Column("Time to first token, p99", "time_to_first_token_p99", "s", false),
            column(RunFigure.JOULES_PER_QUERY),
            column(RunFigure.DEVICE_WATTS), new Column(RunFigure.ACCURACY.words(), "accuracy", "", true),
            column(RunFigure.GOODPUT_PER_SECOND),
            new Column("SLO kept by", RunFigure.GOODPUT_SHARE.label(), "", true),
            column(RunFigure.JOULES_PER_GOOD_ANSWER), new Column("Failed", "failed", "", false));

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

    /** Name the series and its load as a heading does. */
    String words() {
        Range range = range();
        String kind = kindWords();
        if (!range.isKnown()) {
            return kind;
        }
        return kind + range.words() + range.text(tree, range.least) + "\u2013" + range.text(tree, range.most);
    }

    private String kindWords() {
        return TITLES.getOrDefault(tree.text("series.kind").orElse(""), "Series of runs");
    }

    private record Range(String load, Optional<Integer> least, Optional<Integer> most) {
        boolean isKnown() {
            return least.isPresent() && most.isPresent();
        }

        String words() {
            return load.equals("concurrency") ? ", concurrency " : ", requests a second ";
        }

        String key(Optional<Integer> step) {
            return STEPS + "." + step.orElse(0) + "." + load;
        }

        String text(Tree tree, Optional<Integer> step) {
            double value = tree.number(key(step)).orElse(0);
            return Rounding.of(value, "").text(value);
        }
    }

    private Range range() {
        String load = tree.number(STEPS + ".0.concurrency").isPresent() ? "concurrency" : "rate_per_second";
        boolean isOverLoad = isOf("search") || isOf("sweep");
        return new Range(load, isOverLoad ? extreme(load, false) : Optional.empty(),
                isOverLoad ? extreme(load, true) : Optional.empty());
    }

    private void title() {
        Range range = range();
        page.raw("<h1>" + kindWords());
        if (range.isKnown()) {
            page.raw(range.words()).figure(range.key(range.least), "").raw("\u2013")
                    .figure(range.key(range.most), "");
        }
        page.raw("</h1>\n");
    }

    private void found() {
        page.raw("<p class=\"answer\">");
        if (tree.has("series.outcome.kept_per_second")) {
            page.raw("Highest rate that kept the SLO: ").figure("series.outcome.kept_per_second", "1/s");
            times(kept());
            if (tree.has("series.outcome.broken_per_second")) {
                page.raw(". Lowest rate that broke it: ").figure("series.outcome.broken_per_second", "1/s");
            } else {
                page.raw(". No rate that was tried broke it, so the limit may be higher");
            }
        } else {
            page.raw("No rate kept the SLO");
        }
        page.raw(".</p>\n");
        if (Boolean.FALSE.equals(tree.value("series.complete"))) {
            page.raw("<p class=\"reason\">The search was ended before it was finished.</p>\n");
        }
        if (tree.has("series.slo")) {
            page.raw("<p>SLO: ").text("series.slo").raw(", to be kept by ").percent("series.outcome.attainment")
                    .raw(" of the requests.");
            kept().ifPresent(this::goodput);
            page.raw("</p>\n");
        }
    }

    /** Write what the found rate came to. */
    private void goodput(String step) {
        String figures = step + ".figures.";
        page.raw(" At the found rate ").percent(figures + RunFigure.GOODPUT_SHARE.label()).raw(" kept it: ")
                .figure(figures + RunFigure.GOODPUT_PER_SECOND.label(), "good/s");
        if (tree.has(figures + RunFigure.JOULES_PER_GOOD_ANSWER.label())) {
            page.raw(", ").figure(figures + RunFigure.JOULES_PER_GOOD_ANSWER.label(), "J").raw(" per good answer");
        }
        page.raw(".");
    }

    private Optional<String> kept() {
        return IntStream.range(0, tree.size(STEPS)).mapToObj(place -> STEPS + "." + place)
                .filter(step -> tree.text("series.outcome.kept_folder").isPresent()
                        && tree.text("series.outcome.kept_folder").equals(tree.text(step + ".folder")))
                .findFirst();
    }

    /** A step whose times are not valid may be the best by mistake. */
    private void times(Optional<String> step) {
        step.filter(one -> tree.text(one + ".verdict").filter(verdict -> !verdict.equalsIgnoreCase("valid"))
                .isPresent()).ifPresent(one -> page.raw(" (times ").text(one + ".verdict").raw(")"));
    }

    private void best(String words, String figure, String unit, boolean isMost) {
        extreme("figures." + figure, isMost).map(place -> STEPS + "." + place).ifPresent(step -> {
            page.raw("<p class=\"answer\">" + words + ": ").text(step + ".load").raw(", ")
                    .figure(step + ".figures." + figure, unit);
            times(Optional.of(step));
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
