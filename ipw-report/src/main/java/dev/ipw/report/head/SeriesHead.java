package dev.ipw.report.head;

import dev.ipw.analysis.RunFigure;
import dev.ipw.report.head.PointChart.Axis;
import dev.ipw.report.head.PointChart.Value;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Rounding;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.markup.UnitScale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The first screen of a series of runs: its result in a sentence, joules and times over the throughput, and one table of
 * all steps.
 *
 * @param page the page into which it is written
 * @param tree the page's JSON, with the {@code series} and its {@code runs}
 */
public record SeriesHead(Markup page, Tree tree) {
    private static final String STEPS = "series.steps";
    private static final String ANSWERED = RunFigure.REQUESTS_PER_SECOND.label();
    private static final String OFFERED = RunFigure.OFFERED_PER_SECOND.label();
    private static final String LOW = "_low";
    private static final String HIGH = "_high";
    private static final int LEAST_FOR_KNEE = 3;

    private static final Map<String, String> TITLES = Map.of("search", "Rate search", "sweep", "Sweep",
            "repeats", "Repeated run", "interleaved", "Runs in turn");

    /**
     * A column of the table.
     *
     * @param words    its heading; rates are named "a second", so that their cells need no unit
     * @param figure   its key in the figures of a step
     * @param analysed its key in the analyses of the step's run, with an interval; empty if there is none
     */
    private record Column(String words, String figure, String analysed, String unit) {
        Column(String words, RunFigure figure, String unit) {
            this(words, figure.label(), "", unit);
        }

        static Column ofRun(String words, RunFigure figure, String unit) {
            return new Column(words, figure.label(), "accuracy.summary." + figure.label(), unit);
        }

        static Column ofTimes(String words, String figure, String percentile) {
            return new Column(words, figure + "_" + percentile, "latency.data.percentiles." + figure + "." + percentile,
                    "s");
        }
    }

    private static final Column JOULES = Column.ofRun("J/query", RunFigure.JOULES_PER_QUERY, "J");
    private static final Column FIRST_TOKEN = Column.ofTimes("First token, p99", "time_to_first_token", "p99");
    private static final Column LATENCY = Column.ofTimes("Latency, p99", "time_from_intended_start", "p99");
    private static final Column MEDIAN = Column.ofTimes("Latency, p50", "time_from_intended_start", "p50");
    private static final List<Column> COLUMNS = List.of(
            new Column("Offered a second", RunFigure.OFFERED_PER_SECOND, ""),
            new Column("Answered a second", RunFigure.REQUESTS_PER_SECOND, ""),
            JOULES, Column.ofRun("IPJ", RunFigure.INTELLIGENCE_PER_JOULE, ""), FIRST_TOKEN, LATENCY,
            new Column("SLO kept by", RunFigure.GOODPUT_SHARE, "%"),
            new Column("Good answers a second", RunFigure.GOODPUT_PER_SECOND, ""),
            new Column("J/good answer", RunFigure.JOULES_PER_GOOD_ANSWER, "J"),
            new Column("Failed", "failed", "", ""), Column.ofRun("Accuracy", RunFigure.ACCURACY, "%"), MEDIAN,
            Column.ofRun("Power", RunFigure.DEVICE_WATTS, "W"));

    /** Returns whether the page shows a series of several runs. */
    public boolean isThere() {
        return tree.size(STEPS) > 1;
    }

    /** Writes the title, the results, the charts and the table; only valid if {@link #isThere()}. */
    public void write() {
        crumb();
        Optional<String> marked = findKeptStep();
        if (isOf("search")) {
            found();
        } else if (isOf("sweep")) {
            least();
            marked = knee();
        } else {
            page.raw("<h1 class=\"answer\">" + kindWords() + "</h1>\n");
        }
        new RunsBadges(page, tree).write();
        if (range().isKnown()) {
            charts(marked);
        }
        table(marked);
    }

    private boolean isOf(String kind) {
        return tree.text("series.kind").filter(kind::equals).isPresent();
    }

    /** Returns the name of the series and its load, for a heading. */
    public String words() {
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

        boolean isOfCallers() {
            return load.equals("concurrency");
        }

        String words() {
            return isOfCallers() ? " requests in flight" : " requests a second";
        }

        String heading() {
            return isOfCallers() ? "Requests in flight" : "Requests a second";
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

    private void crumb() {
        Range range = range();
        page.raw("<p class=\"crumb\"><b>" + kindWords() + "</b>");
        if (range.isKnown()) {
            page.raw(", ").plain(range.key(range.least)).raw("\u2013").plain(range.key(range.most))
                    .raw(range.words());
        }
        if (tree.has("runs.0.subject")) {
            page.raw(": ").text("runs.0.subject");
        }
        if (tree.has("runs.0.summary.dataset_name")) {
            page.raw(" on ").text("runs.0.summary.dataset_name");
        }
        page.raw("</p>\n");
    }

    private void found() {
        page.raw("<h1 class=\"answer\">");
        if (tree.has("series.outcome.kept_per_second")) {
            page.raw("Highest rate that kept the SLO: <b>").plain("series.outcome.kept_per_second")
                    .raw(tree.number("series.outcome.kept_per_second").orElse(0) == 1
                            ? " request a second</b>"
                            : " requests a second</b>");
            times(findKeptStep());
            if (tree.has("series.outcome.broken_per_second")) {
                page.raw(". Lowest rate that broke it: ").plain("series.outcome.broken_per_second");
            } else {
                page.raw(". No rate that was tried broke it, so the limit may be higher");
            }
        } else {
            page.raw("No rate kept the SLO");
        }
        page.raw(".</h1>\n");
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
        List<String> reasons = run(step).map(run -> tree.elements(run + ".summary.verdict.reasons")).orElse(List.of());
        if (!reasons.isEmpty()) {
            page.raw("<ul class=\"limits\" aria-label=\"Limits\">\n");
            reasons.forEach(reason -> page.raw("<li>Times: ").begun(reason + ".text").raw("</li>\n"));
            page.raw("</ul>\n");
        }
    }

    /** Returns the run of a step among those of the page. */
    private Optional<String> run(String step) {
        String folder = tree.text(step + ".folder").orElse("");
        return tree.elements("runs").stream().filter(run -> List.of(tree.text(run + ".folder").orElse("")
                .split("[/\\\\]", -1)).getLast().equals(folder)).findFirst();
    }

    /**
     * Writes the step of minimum energy. It is named only if its interval lies below those of all others: the minimum
     * of similar figures is chance.
     */
    private void least() {
        page.raw("<h1 class=\"answer\">");
        Optional<String> best = extreme("figures." + JOULES.figure, false).map(place -> STEPS + "." + place);
        if (best.isEmpty()) {
            page.raw("The joules of no step are known");
        } else if (best.flatMap(this::interval).filter(key -> liesBelowOthers(best.get(), key)).isPresent()) {
            page.raw("Least energy: <b>");
            cell(best.get(), JOULES);
            page.raw("</b> a query with ").text(best.get() + ".load");
            times(best);
        } else {
            page.raw("No load is shown to need the least energy a query");
        }
        page.raw(".</h1>\n");
        if (best.isPresent()) {
            page.raw("<p class=\"of\">");
            if (best.flatMap(this::interval).filter(key -> liesBelowOthers(best.get(), key)).isPresent()) {
                page.raw("Its interval lies below those of all other steps. ");
            } else {
                page.raw(
                        "The intervals of the joules overlap, or are not known: measure its steps longer to tell them apart. ");
            }
            page.raw("One run of each step does not show how runs vary.</p>\n");
        }
    }

    private boolean liesBelowOthers(String step, String best) {
        double high = tree.number(best + HIGH).orElse(Double.POSITIVE_INFINITY);
        return tree.elements(STEPS).stream()
                .filter(other -> !other.equals(step) && tree.has(other + ".figures." + JOULES.figure))
                .allMatch(other -> interval(other).filter(key -> tree.number(key + LOW).orElse(0) > high).isPresent());
    }

    /** Returns the key of a step's joules with their interval. */
    private Optional<String> interval(String step) {
        return analysed(step, JOULES).filter(key -> tree.has(key + LOW));
    }

    /**
     * Writes the knee: the step with the most answers a second for its median latency (Kleinrock's power). It is named
     * only if the intervals of the medians decide it.
     */
    private Optional<String> knee() {
        List<String> steps = tree.elements(STEPS).stream().filter(step -> Double.isFinite(power(step, ""))).toList();
        Optional<String> best = steps.stream().max(Comparator.comparingDouble(step -> power(step, "")));
        boolean areUsable = steps.size() == tree.size(STEPS) && steps.stream().noneMatch(this::isInvalid);
        Optional<String> decided = best.filter(any -> areUsable && steps.size() >= LEAST_FOR_KNEE)
                .filter(one -> steps.stream().filter(other -> !other.equals(one))
                        .allMatch(other -> power(one, HIGH) > power(other, LOW)));
        if (decided.isPresent()) {
            page.raw("<p class=\"of\">Knee: ").text(decided.get() + ".load")
                    .raw(", with the most answers a second for its median latency.</p>\n");
        } else if (tree.size(STEPS) >= LEAST_FOR_KNEE) {
            page.raw("<p class=\"of\">No knee is marked: "
                    + (areUsable
                            ? "the intervals of the median latencies do not decide which step it is."
                            : "the times of some steps are not usable.")
                    + "</p>\n");
        }
        return decided;
    }

    /** Returns the answers a second over the median latency, or over an end of its interval. */
    private double power(String step, String end) {
        double latency = analysed(step, MEDIAN).map(key -> tree.number(key + end).orElse(Double.NaN))
                .orElse(Double.NaN);
        return tree.number(step + ".figures." + ANSWERED).orElse(Double.NaN) / latency;
    }

    private boolean isInvalid(String step) {
        return tree.text(step + ".verdict").filter("invalid"::equalsIgnoreCase).isPresent();
    }

    /** Draws joules and times over the throughput, the offered rate beside the achieved one. */
    private void charts(Optional<String> marked) {
        PointChart joules = chart("J/query", JOULES, marked);
        Column shown = tree.elements(STEPS).stream().anyMatch(step -> tree.has(step + ".figures." + FIRST_TOKEN.figure))
                ? FIRST_TOKEN
                : LATENCY;
        PointChart times = chart(shown == FIRST_TOKEN ? "Time to first token, p99" : "Latency, p99", shown, marked);
        if (joules.isEmpty() && times.isEmpty()) {
            return;
        }
        page.raw("<section id=\"over-load\" class=\"panel\"><div class=\"two\">");
        page.raw(joules.isEmpty() ? "" : joules.html()).raw(times.isEmpty() ? "" : times.html());
        page.raw("</div><p class=\"of\">Each point is a step with its ");
        page.label("95 %").raw(" interval, labelled with its "
                + (range().isOfCallers() ? "requests in flight" : "requests started a second") + "."
                + (hasOffered() ? " Small points: what was offered, beside what was answered." : "")
                + (tree.elements(STEPS).stream().anyMatch(this::isInvalid) ? " Grey: times are not usable." : "")
                + (marked.isEmpty()
                        ? ""
                        : isOf("search") ? " Orange: the highest rate that kept the SLO." : " Orange: the knee.")
                + "</p></section>\n");
    }

    private boolean hasOffered() {
        return tree.elements(STEPS).stream().anyMatch(step -> tree.has(step + ".figures." + OFFERED));
    }

    private PointChart chart(String words, Column column, Optional<String> marked) {
        PointChart chart = new PointChart(words + " over the answers a second of each step",
                new Axis("Answered requests a second", ""), new Axis(words, column.unit), range().isKnown());
        for (int place : order(range())) {
            String step = STEPS + "." + place;
            String figure = step + ".figures.";
            if (tree.number(figure + ANSWERED).isEmpty() || tree.number(figure + column.figure).isEmpty()) {
                continue;
            }
            double answered = tree.number(figure + ANSWERED).getAsDouble();
            Optional<String> analysed = analysed(step, column);
            double value = tree.number(analysed.orElse(figure + column.figure)).getAsDouble();
            tree.number(figure + OFFERED).ifPresent(offered -> chart.point("hollow",
                    new Value(offered, Math.min(offered, answered), Math.max(offered, answered)), Value.exact(value),
                    ""));
            chart.point(marked.equals(Optional.of(step)) ? PointChart.MARKED : isInvalid(step) ? "doubtful" : "",
                    Value.exact(answered), new Value(value, end(analysed, LOW), end(analysed, HIGH)),
                    range().isKnown()
                            ? range().text(tree, Optional.of(place))
                            : tree.text(step + ".folder").orElse(""));
        }
        return chart;
    }

    private double end(Optional<String> key, String side) {
        return key.map(one -> tree.number(one + side).orElse(Double.NaN)).orElse(Double.NaN);
    }

    /** Returns the key of a step's figure in the analyses of its run. */
    private Optional<String> analysed(String step, Column column) {
        return column.analysed.isEmpty()
                ? Optional.empty()
                : run(step).map(run -> run + "." + column.analysed).filter(key -> tree.number(key).isPresent());
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

    private void table(Optional<String> marked) {
        List<Column> known = COLUMNS.stream().filter(this::isKnown).toList();
        Range range = range();
        boolean isPlain = range.isKnown();
        page.raw("<div class=\"scroll steps\" tabindex=\"0\" role=\"group\" aria-label=\"Steps\"><table><caption>The "
                + "steps, with intervals of ").label("95 %").raw(" where they are known</caption><thead><tr>")
                .heading(isPlain ? range.heading() : "Load").heading("Times");
        known.forEach(column -> page.raw("<th scope=\"col\">").label(column.words).raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        for (int place : order(range)) {
            String step = STEPS + "." + place;
            page.raw("<tr" + (Optional.of(step).equals(marked) ? " class=\"found\"" : "") + "><th scope=\"row\">");
            Optional<String> address = run(step).flatMap(run -> tree.text(run + ".address"));
            address.ifPresent(link -> page.raw("<a href=\"" + Markup.escaped(link) + "\">"));
            (isPlain ? page.plain(range.key(Optional.of(place))) : page.text(step + ".load"))
                    .raw(address.isPresent() ? "</a>" : "")
                    .raw(Boolean.TRUE.equals(tree.value(step + ".interrupted")) ? " (ended early)" : "").raw("</th>");
            String verdict = tree.text(step + ".verdict").orElse("").toLowerCase(Locale.ROOT);
            page.raw("<td><span class=\"badge " + (List.of("valid", "doubtful", "invalid").contains(verdict)
                    ? verdict
                    : "unknown") + "\">").text(step + ".verdict").raw("</span></td>");
            known.forEach(column -> page.cell(() -> cell(step, column)));
            page.raw("</tr>\n");
        }
        page.endTable();
    }

    /** Writes a figure with the interval that the analysis of the step's run gave it. */
    private void cell(String step, Column column) {
        String key = analysed(step, column).orElse(step + ".figures." + column.figure);
        if (column.unit.equals("%")) {
            page.percentEstimate(key);
        } else {
            UnitScale ofColumn = UnitScale.ofLargest(tree.elements(STEPS).stream()
                    .map(other -> tree.number(analysed(other, column).orElse(other + ".figures." + column.figure))),
                    column.unit);
            page.estimate(key, key + LOW, key + HIGH, any -> ofColumn);
        }
    }
}
