package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.Turn;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.query.QueryTree;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The page of one query: its texts and verdict beside its tokens over time, under the power of the devices. */
final class QueryPage {
    private static final String ENERGY = "energy";
    private static final int MAX_MARKS = 4_000;
    private static final int MAX_OPEN_TURNS = 3;
    /** Names of more calls or tools would lie over each other. */
    private static final int MAX_NAMED = 6;
    private static final int MAX_NAME = 14;

    private final BrowsedRun run;
    private final ProfilingRecord record;
    private final boolean isTrusted;
    private final RunPower power;
    private final Tree tree;
    private final Markup page;

    private QueryPage(BrowsedRun run, int place, ProfilingRecord record, boolean isTrusted, RunPower power) {
        this.run = run;
        this.record = record;
        this.isTrusted = isTrusted;
        this.power = power;
        tree = new Tree(tree(run, place, record));
        page = new Markup(tree);
    }

    /** Returns a query as a tree. */
    static Map<String, @Nullable Object> tree(BrowsedRun run, int place, ProfilingRecord record) {
        TreeBuilder tree = QueryTree.of(run.path(), place + 1L, record);
        String verdict = QueryTable.verdict(record).label();
        TreeBuilder seconds = TreeBuilder.object();
        QueryTree.timeParts(record).forEach((name, nanos) -> {
            if (nanos > 0) {
                seconds.put(name, QueryTable.seconds(nanos));
            }
        });
        return tree.put("version", (long) RunBrowser.API_VERSION).put("run_name", run.name()).put("verdict", verdict)
                .put("part_seconds", seconds).build();
    }

    /**
     * Writes the page.
     *
     * @param address its address
     * @param run     its run
     * @param place   its place in the run, from 0
     * @param record  the query
     * @param isTrusted whether the shares of the run's queries may be used, and not only their ranges
     * @param power   the power of the run's devices
     * @param order   the end of the addresses of pages in the same order; empty if there is none
     * @param others  the ids of other runs of the same dataset
     * @param before  the place of the query before it
     * @param after   the place of the query after it
     */
    static ViewPage of(PageAddress address, BrowsedRun run, int place, ProfilingRecord record, boolean isTrusted,
            RunPower power, String order, List<String> others, Optional<Integer> before, Optional<Integer> after) {
        return new QueryPage(run, place, record, isTrusted, power).write(address, order, others, before, after);
    }

    private ViewPage write(PageAddress address, String order, List<String> others, Optional<Integer> before,
            Optional<Integer> after) {
        page.raw("<p class=\"tools\">");
        before.ifPresent(place -> page.raw("<a rel=\"prev\" href=\"query-" + (place + 1) + ".html"
                + Markup.escaped(order) + "\">\u2039 previous</a> "));
        after.ifPresent(place -> page.raw("<a rel=\"next\" href=\"query-" + (place + 1) + ".html"
                + Markup.escaped(order) + "\">next \u203a</a> "));
        for (int other = 0; other < others.size(); other++) {
            page.raw((other == 0 ? "The same question in " : "") + "<a href=\"?beside="
                    + PageAddress.segment(others.get(other)) + "\">").label(others.get(other)).raw("</a> ");
        }
        page.raw("</p>\n<h1 class=\"answer\">");
        QueriesPart.verdict(page, "verdict", tree.text("verdict").orElse(""));
        page.raw(" ");
        headline();
        page.raw("</h1>\n");
        limits();
        boolean isOfTask = !record.outcome().isPlain();
        if (isOfTask) {
            power();
        }
        page.raw(isOfTask ? "" : "<div class=\"two\">\n").raw("<section class=\"panel\" id=\"texts\">");
        texts();
        page.raw("</section>\n");
        if (!isOfTask) {
            power();
            page.raw("</div>\n");
        }
        turns();
        page.raw("<div class=\"two\">\n<section class=\"panel\" id=\"times\"><h2>Times</h2>");
        figures("figures", Map.of(Dimension.TIME_TO_FIRST_TOKEN, "Time to first token", Dimension.TIME_PER_OUTPUT_TOKEN,
                "Time per output token", Dimension.TIME_FROM_INTENDED_START, "From the intended start to the end",
                Dimension.SERVER_QUEUE_TIME, "In the server's queue, as it reports it"));
        timeParts();
        page.raw("</section>\n<section class=\"panel\" id=\"sources\"><h2>Tokens, joules, cost</h2>");
        figures("figures", Map.of(Dimension.INPUT_TOKENS, "Tokens in", Dimension.CACHED_INPUT_TOKENS,
                "of them from a cache", Dimension.OUTPUT_TOKENS, "Tokens out", Dimension.REASONING_OUTPUT_TOKENS,
                "of them reasoning", Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, "Energy per output token",
                Dimension.POWER_WATTS, "Power, its share", Dimension.COST_USD, "Cost"));
        devices();
        page.raw("</section>\n</div>\n");
        String id = record.question().id();
        return PageFrame.page(address, id + ", " + run.name(), run.way() + PageFrame.step("index.html", run.name())
                + (order.isEmpty() ? "" : PageFrame.step("queries.html" + Markup.escaped(order), "queries"))
                + PageFrame.step("", id), page);
    }

    private void headline() {
        if (tree.has(ENERGY + ".joules") || tree.has(ENERGY + ".upper")) {
            ShareText.write(page, ENERGY + ".joules", ENERGY + ".lower", ENERGY + ".upper", isTrusted, isWhole());
            page.raw(", <span class=\"unit\">")
                    .label(tree.text(ENERGY + ".provenance").orElse("").toLowerCase(Locale.ROOT)).raw("</span>");
        } else {
            page.raw("No joules");
        }
        if (tree.has("figures.time_from_intended_start")) {
            page.raw("; ").figure("figures.time_from_intended_start", "s");
        }
    }

    private boolean isWhole() {
        return record.metrics().energy().headline().isComplete();
    }

    private void limits() {
        if (!isTrusted) {
            page.raw(
                    "<p class=\"limit\">How the joules divide among the requests of this run is not known well enough: use "
                            + "the range.</p>\n");
        }
        if (tree.has(ENERGY + ".reason")) {
            page.raw("<p class=\"reason\">").text(ENERGY + ".reason").raw("</p>\n");
        }
        record.metrics().energy().headline().flags().stream().sorted()
                .forEach(flag -> page.raw("<p class=\"limit\">").label(flag.words()).raw("</p>\n"));
        if (tree.has("failure.message")) {
            page.raw("<p class=\"reason\">").text("failure.kind").raw(": ").text("failure.message").raw("</p>\n");
        }
    }

    private void texts() {
        text("Question", "problem");
        text("Reference", "expected_answer");
        text("Reasoning", "reasoning");
        text("Answer", "answer");
        if (tree.has("evaluation.verdict")) {
            page.raw("<p class=\"of\">").text("evaluator").raw(": ").text("evaluation.verdict");
            if (tree.has("evaluation.extracted")) {
                page.raw(", read \u201c").text("evaluation.extracted").raw("\u201d");
            }
            if (tree.has("evaluation.reason")) {
                page.raw(". ").text("evaluation.reason");
            }
            page.raw("</p>\n");
        }
    }

    private void text(String heading, String key) {
        if (tree.text(key).filter(text -> !text.isBlank()).isPresent()) {
            page.raw("<h2>" + heading + "</h2><pre tabindex=\"0\">").text(key).raw("</pre>\n");
        }
    }

    /** Writes the picture of the query's time: beside the texts, or above them for a task, which takes longer. */
    private void power() {
        page.raw("<section class=\"panel\" id=\"power\">");
        picture();
        page.raw("</section>\n");
    }

    private void picture() {
        page.raw("<h2>Power and tokens over its time</h2>\n");
        double begin = QueryTable.seconds(record.outcome().startNanos());
        double end = QueryTable.seconds(record.outcome().endNanos());
        double room = Math.max((end - begin) * 0.08, 1e-6);
        double from = begin - room;
        double to = end + room;
        TimeChart chart = new TimeChart("Power of the devices, this query's share of it, and its tokens", from, to)
                .since(begin);
        share(chart, begin, end, from, to);
        if (!record.outcome().isPlain()) {
            parts(chart);
        }
        long[] all = record.outcome().calls().stream()
                .flatMapToLong(call -> LongStream.of(call.timeline().chunkNanos())).toArray();
        int every = Math.max(1, Math.ceilDiv(all.length, MAX_MARKS));
        long[] chunks = IntStream.range(0, all.length).filter(chunk -> chunk % every == 0)
                .mapToLong(chunk -> all[chunk]).toArray();
        if (chunks.length > 0) {
            chart.band(every == 1 ? "Tokens as they came" : "Tokens as they came, some of them", 26, 1, "")
                    .marks("token", Arrays.stream(chunks).mapToDouble(QueryTable::seconds).toArray()).end();
        }
        page.raw(chart.html()).raw("<p class=\"of\">Time since it was sent.");
        if (tree.has(ENERGY + ".prompt_joules") && tree.has(ENERGY + ".answer_joules")) {
            page.raw(" Until the first token ").figure(ENERGY + ".prompt_joules", "J").raw(", from there ")
                    .figure(ENERGY + ".answer_joules", "J").raw(".");
        }
        page.raw(power.isKnown() ? "" : " " + power.reason()).raw("</p>\n");
    }

    /** Draws the power of the devices, and below it the mean power of the query's share with its bounds. */
    private void share(TimeChart chart, double begin, double end, double from, double to) {
        OptionalDouble joules = isWhole() ? tree.number(ENERGY + ".joules") : OptionalDouble.empty();
        double seconds = Math.max(end - begin, 1e-9);
        double high = joules.isEmpty() ? 0 : tree.number(ENERGY + ".upper").orElse(joules.getAsDouble()) / seconds;
        double highest = Math.max(power.mostOfSum(from, to), joules.orElse(0) / seconds);
        // Bounds far beyond the power of the devices would flatten everything else.
        double most = 1.05 * Math.max(highest, Math.min(high, 2 * highest));
        if (most <= 0) {
            return;
        }
        String picture = joules.isEmpty()
                ? ""
                : isTrusted
                        ? "shaded: its share, pale: the bounds of its share"
                        : "pale: the range of its share";
        TimeChart.Band band = chart.band((power.isKnown() ? power.names() + "; " : "") + picture
                + (high > most ? ", which reaches beyond the picture" : ""), 120, most, "W");
        if (joules.isPresent()) {
            double low = tree.number(ENERGY + ".lower").orElse(joules.getAsDouble()) / seconds;
            band.box("bounds", begin, end, low, Math.min(high, most));
            if (isTrusted) {
                shade(band, begin, end, joules.getAsDouble());
            }
        }
        power.drawSum(band, from, to).end();
    }

    /** Shades the mean power of the share: before and after the first token if these joules are known, or of all. */
    private void shade(TimeChart.Band band, double begin, double end, double joules) {
        OptionalDouble prompt = tree.number(ENERGY + ".prompt_joules");
        OptionalDouble answer = tree.number(ENERGY + ".answer_joules");
        long[] chunks = record.outcome().timeline().chunkNanos();
        double first = chunks.length == 0 ? begin : QueryTable.seconds(chunks[0]);
        if (prompt.isPresent() && answer.isPresent() && first > begin && first < end) {
            band.box("prompt", begin, first, 0, prompt.getAsDouble() / (first - begin));
            band.box("share", first, end, 0, answer.getAsDouble() / (end - first));
        } else {
            band.box("share", begin, end, 0, joules / Math.max(end - begin, 1e-9));
        }
    }

    /** Draws the calls and the tools of an agent, and the time in which neither was at work. */
    private void parts(TimeChart chart) {
        List<Turn> turns = Turn.of(record);
        boolean areNamed = turns.size() <= MAX_NAMED;
        TimeChart.Band calls = chart.band("Calls of the model", 18, 1, "");
        for (Turn turn : turns) {
            double begin = QueryTable.seconds(turn.call().startNanos());
            double end = QueryTable.seconds(turn.call().endNanos());
            calls.box("share", begin, end, 0, 1);
            if (areNamed) {
                calls.words((begin + end) / 2, "call " + turn.call().number());
            }
        }
        calls.end();
        if (!record.outcome().tools().isEmpty()) {
            TimeChart.Band tools = chart.band("Tools", 18, 1, "");
            record.outcome().tools().forEach(tool -> {
                double begin = QueryTable.seconds(tool.startNanos());
                double end = QueryTable.seconds(tool.endNanos());
                tools.box("tool", begin, end, 0, 1);
                if (areNamed && record.outcome().tools().size() <= MAX_NAMED) {
                    tools.words((begin + end) / 2, shortened(tool.name()));
                }
            });
            tools.end();
        }
    }

    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= MAX_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "\u2026";
    }

    private void turns() {
        List<String> turns = tree.elements("turns");
        if (turns.isEmpty()) {
            return;
        }
        page.raw("<section id=\"turns\"><h2>Turns</h2>\n");
        for (String turn : turns) {
            page.raw("<details class=\"panel\"" + (turns.size() <= MAX_OPEN_TURNS ? " open=\"open\"" : "")
                    + "><summary>Call ").figure(turn + ".call", "").raw(", ");
            page.figure(turn + ".seconds", "s").raw(", ");
            if (isTrusted) {
                page.figure(turn + ".joules", "J").raw(", ");
            }
            page.figure(turn + ".input_tokens", "").raw(" tokens in, ")
                    .figure(turn + ".output_tokens", "").raw(" out");
            tree.elements(turn + ".requested").forEach(call -> page.raw(", ").text(call + ".name"));
            page.raw("</summary>\n");
            text("The model", turn + ".text");
            for (String call : tree.elements(turn + ".requested")) {
                page.raw("<h3>").text(call + ".name").raw("</h3>");
                text("Arguments", call + ".arguments");
                text("Result", call + ".result");
            }
            for (String tool : tree.elements(turn + ".tools")) {
                page.raw("<p class=\"of\">").text(tool + ".name").raw(": ").figure(tool + ".seconds", "s");
                if (isTrusted) {
                    page.raw(", ").figure(tool + ".joules", "J");
                }
                if (tree.has(tool + ".error")) {
                    page.raw(", <span class=\"reason\">").text(tool + ".error").raw("</span>");
                }
                page.raw("</p>\n");
            }
            page.raw("</details>\n");
        }
        page.raw("</section>\n");
    }

    private void figures(String key, Map<Dimension, String> shown) {
        page.raw("<dl class=\"facts\">");
        Arrays.stream(Dimension.values()).filter(shown::containsKey)
                .filter(one -> tree.has(key + "." + one.label()) && (isTrusted || !one.isShare()))
                .forEach(one -> page.raw("<div><dt>" + shown.get(one) + "</dt><dd>")
                        .figure(key + "." + one.label(), one.shownUnit()).raw("</dd></div>"));
        page.raw("</dl>\n");
    }

    private void timeParts() {
        page.raw("<dl class=\"facts\">");
        tree.names("part_seconds").forEach(name -> page.raw("<div><dt>" + name + "</dt><dd>")
                .figure("part_seconds." + name, "s").raw("</dd></div>"));
        page.raw("</dl>\n");
    }

    private void devices() {
        for (String device : tree.elements(ENERGY + ".devices")) {
            page.raw("<p class=\"of\">").text(device + ".device").raw(" (").text(device + ".scope").raw("): ")
                    .estimate(device + ".joules", device + ".lower", device + ".upper", "J").raw(", ")
                    .text(device + ".provenance").raw(", ").text(device + ".source").raw("</p>\n");
        }
    }
}
