package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Rounding;
import dev.ipw.report.markup.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The section on the results of a series of runs: the found rate or the step of minimum energy, and one table of all
 * steps.
 */
record SeriesPart(Markup page, Tree tree) {
    private static final String STEPS = "series.steps";
    private static final String JOULES = RunFigure.JOULES_PER_QUERY.label();

    private record Column(String words, String figure, String unit, boolean isShare) {}

    /** The columns; rates are named "a second", so that their cells need no unit. */
    private static final List<Column> COLUMNS = List.of(
            new Column("Offered a second", RunFigure.OFFERED_PER_SECOND.label(), "", false),
            new Column("Answered a second", RunFigure.REQUESTS_PER_SECOND.label(), "", false),
            new Column("Latency, p50", "time_from_intended_start_p50", "s", false),
            new Column("Latency, p99", "time_from_intended_start_p99", "s", false),
            new Column("First token, p50", "time_to_first_token_p50", "s", false),
            new Column("First token, p99", "time_to_first_token_p99", "s", false),
            new Column("Energy per query", RunFigure.JOULES_PER_QUERY.label(), "J", false),
            new Column("Power", RunFigure.DEVICE_WATTS.label(), "W", false),
            new Column("Accuracy", RunFigure.ACCURACY.label(), "", true),
            new Column("SLO kept by", RunFigure.GOODPUT_SHARE.label(), "", true),
            new Column("Good answers a second", RunFigure.GOODPUT_PER_SECOND.label(), "", false),
            new Column("Energy per good answer", RunFigure.JOULES_PER_GOOD_ANSWER.label(), "J", false),
            new Column("Failed", "failed", "", false));

    private static final Map<String, String> TITLES = Map.of("search", "Rate search", "sweep", "Sweep",
            "repeats", "Repeated run", "interleaved", "Runs in turn");

    private static final String LOW = "_low";
    private static final String HIGH = "_high";

    /** Returns whether the page shows a series of several runs. */
    boolean isThere() {
        return tree.size(STEPS) > 1;
    }

    /** Writes the title and the results; only valid if {@link #isThere()}. */
    void write() {
        title();
        if (isOf("search")) {
            found();
        } else if (isOf("sweep")) {
            least();
        }
        table();
    }

    private boolean isOf(String kind) {
        return tree.text("series.kind").filter(kind::equals).isPresent();
    }

    /** Returns the name of the series and its load, for a heading. */
    String words() {
        Range range = range();
        String kind = kindWords();
        return range.isKnown()
                ? kind + ", " + range.text(tree, range.least) + "\u2013" + range.text(tree, range.most) + range.words()
                : kind;
    }

    private String kindWords() {
        return TITLES.getOrDefault(tree.text("series.kind").orElse(""), "Series of runs");
    }

    private record Range(String load, Optional<Integer> least, Optional<Integer> most) {
        boolean isKnown() {
            return least.isPresent() && most.isPresent();
        }

        String words() {
            return load.equals("concurrency") ? " requests in flight" : " requests a second";
        }

        String heading() {
            return load.equals("concurrency") ? "Requests in flight" : "Requests a second";
        }

        String key(Optional<Integer> step) {
            return STEPS + "." + step.orElse(0) + "." + load;
        }

        String text(Tree tree, Optional<Integer> step) {
            double value = tree.number(key(step)).orElse(0);
            return Rounding.plain(value).text(value);
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
            page.raw(", ").plain(range.key(range.least)).raw("\u2013").plain(range.key(range.most))
                    .raw(range.words());
        }
        page.raw("</h1>\n");
    }

    private void found() {
        page.raw("<p class=\"answer\">");
        if (tree.has("series.outcome.kept_per_second")) {
            page.raw("Highest rate that kept the SLO: ").plain("series.outcome.kept_per_second")
                    .raw(tree.number("series.outcome.kept_per_second").orElse(0) == 1
                            ? " request a second"
                            : " requests a second");
            times(findKeptStep());
            if (tree.has("series.outcome.broken_per_second")) {
                page.raw(". Lowest rate that broke it: ").plain("series.outcome.broken_per_second");
            } else {
                page.raw(". No rate that was tried broke it, so the limit may be higher");
            }
        } else {
            page.raw("No rate kept the SLO");
        }
        page.raw(".</p>\n");
        findKeptStep().ifPresent(this::reasons);
        if (Boolean.FALSE.equals(tree.value("series.complete"))) {
            page.raw("<p class=\"reason\">The search was ended before it was finished.</p>\n");
        }
        if (tree.has("series.slo")) {
            page.raw("<p>SLO: ");
            levels();
            page.raw(", to be kept by ").percent("series.outcome.attainment").raw(" of the requests.");
            findKeptStep().ifPresent(this::goodput);
            page.raw("</p>\n");
        }
    }

    /** Writes the service levels for answers. */
    private void levels() {
        int levels = tree.size(SloWords.KEY);
        if (levels == 0) {
            page.text("series.slo");
        }
        for (int level = 0; level < levels; level++) {
            String one = SloWords.KEY + "." + level;
            page.raw(level == 0 ? "" : " and ").text(one + ".words").raw(" ").text(one + ".relation").raw(" ")
                    .setting(one + ".value", tree.text(one + ".unit").orElse(""));
        }
    }

    /** Writes the results at the found rate. */
    private void goodput(String step) {
        String figures = step + ".figures.";
        page.raw(" At the found rate ").percent(figures + RunFigure.GOODPUT_SHARE.label()).raw(" kept it: ")
                .figure(figures + RunFigure.GOODPUT_PER_SECOND.label(), "").raw(" good answers a second");
        if (tree.has(figures + RunFigure.JOULES_PER_GOOD_ANSWER.label())) {
            page.raw(", ").figure(figures + RunFigure.JOULES_PER_GOOD_ANSWER.label(), "J").raw(" per good answer");
        }
        page.raw(".");
    }

    private Optional<String> findKeptStep() {
        return tree.elements(STEPS).stream().filter(step -> tree.text("series.outcome.kept_folder").isPresent()
                && tree.text("series.outcome.kept_folder").equals(tree.text(step + ".folder")))
                .findFirst();
    }

    /** Writes the validity of a step's times: a step with invalid times may be the best by mistake. */
    private void times(Optional<String> step) {
        step.filter(one -> tree.text(one + ".verdict").filter(verdict -> !verdict.equalsIgnoreCase("valid"))
                .isPresent()).ifPresent(one -> page.raw(" (times ").text(one + ".verdict").raw(")"));
    }

    /** Writes the reasons for a step's invalid times beside the conclusions that depend on them. */
    private void reasons(String step) {
        run(step).ifPresent(run -> {
            tree.elements(run + ".summary.verdict.reasons")
                    .forEach(reason -> page.raw("<p class=\"reason\">").text(reason + ".text").raw(".</p>\n"));
        });
    }

    /** Returns the run of a step among those of the report. */
    private Optional<String> run(String step) {
        String folder = tree.text(step + ".folder").orElse("");
        return tree.elements("runs").stream()
                .filter(run -> Path.of(tree.text(run + ".folder").orElse("")).endsWith(folder)).findFirst();
    }

    /**
     * Writes the step of minimum energy. It is named only if its interval lies below those of all others: the minimum
     * of similar figures is chance.
     */
    private void least() {
        extreme("figures." + JOULES, false).map(place -> STEPS + "." + place).ifPresent(step -> {
            page.raw("<p class=\"answer\">Least energy per query: ");
            Optional<String> known = interval(step);
            if (known.filter(best -> liesBelowOthers(step, best)).isPresent()) {
                page.estimate(known.get(), known.get() + LOW, known.get() + HIGH, "J").raw(" with ")
                        .text(step + ".load");
                times(Optional.of(step));
                page.raw(". <span class=\"of\">In one run of each step.</span>");
            } else {
                page.raw(
                        "no step is named, since intervals overlap or are not known. Repeat the steps to tell them apart.");
            }
            page.raw("</p>\n");
        });
    }

    private boolean liesBelowOthers(String step, String best) {
        double high = tree.number(best + HIGH).orElse(Double.POSITIVE_INFINITY);
        return tree.elements(STEPS).stream()
                .filter(other -> !other.equals(step) && tree.has(other + ".figures." + JOULES))
                .allMatch(other -> interval(other).filter(key -> tree.number(key + LOW).orElse(0) > high).isPresent());
    }

    /** Returns the key of a step's joules with their interval. */
    private Optional<String> interval(String step) {
        return run(step).map(run -> run + ".accuracy.summary." + JOULES).filter(key -> tree.has(key + LOW));
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

    /** Returns the order of the steps; steps over a load are sorted by it. */
    private List<Integer> order(Range range) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, tree.size(STEPS)).boxed().toList());
        if (range.isKnown()) {
            order.sort(Comparator.comparingDouble(place -> tree.number(range.key(Optional.of(place))).orElse(0)));
        }
        return order;
    }

    private boolean isKnown(Column column) {
        // Without failures there is no column for them.
        boolean isCount = column.figure.equals("failed");
        return tree.elements(STEPS).stream().map(step -> step + ".figures." + column.figure)
                .anyMatch(key -> isCount ? tree.number(key).orElse(0) > 0 : tree.has(key));
    }

    private void table() {
        List<Column> known = COLUMNS.stream().filter(this::isKnown).toList();
        Range range = range();
        boolean isPlain = range.isKnown();
        page.raw("<div class=\"scroll steps\"><table><caption>The steps of the series</caption><thead><tr>"
                + "<th scope=\"col\">" + (isPlain ? range.heading() : "Load") + "</th>");
        known.forEach(column -> page.raw("<th scope=\"col\">").label(column.words).raw("</th>"));
        page.raw("<th scope=\"col\">Times</th></tr></thead><tbody>\n");
        for (int place : order(range)) {
            String step = STEPS + "." + place;
            page.raw("<tr" + (Optional.of(step).equals(findKeptStep()) ? " class=\"found\"" : "")
                    + "><th scope=\"row\">");
            (isPlain ? page.plain(range.key(Optional.of(place))) : page.text(step + ".load"))
                    .raw(Boolean.TRUE.equals(tree.value(step + ".interrupted")) ? " (ended early)" : "").raw("</th>");
            for (Column column : known) {
                String key = step + ".figures." + column.figure;
                page.raw("<td>");
                (column.isShare ? page.percent(key) : page.figure(key, column.unit)).raw("</td>");
            }
            page.raw("<td>").text(step + ".verdict").raw("</td></tr>\n");
        }
        page.endTable();
    }
}
