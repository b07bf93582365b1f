package dev.ipw.report;

import dev.ipw.report.head.BenchHead;
import dev.ipw.report.head.SeriesHead;
import dev.ipw.report.markup.InlineParts;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The writer of the file: style, the parts of the page, the JSON, and the drawing script. */
final class ReportPage {
    private static final int MAX_POWER_CHARTS = 2;
    private static final int MAX_RUNS_IN_PLAIN = 2;

    private final Tree tree;
    private final Markup page;

    private ReportPage(Tree tree) {
        this.tree = tree;
        page = new Markup(tree);
    }

    static String of(Tree tree) {
        ReportPage sections = new ReportPage(tree);
        sections.sections();
        String markup = sections.page.toString();
        return new ReportPage(tree)
                .write(tree.runs() > MAX_RUNS_IN_PLAIN
                        ? ClosedParts.of(markup)
                        : new ClosedParts(markup, List.of()));
    }

    private String write(ClosedParts sections) {
        String title = title();
        // Nothing may be fetched: neither by mistake, nor by content from the data.
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta http-equiv=\""
                + "Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
                + "'unsafe-inline'; img-src data:\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
                + "initial-scale=1\"/>\n<meta name=\"referrer\" content=\"no-referrer\"/>\n<link rel=\"icon\" "
                + "href=\"data:,\"/>\n<title>" + Markup.escaped(title) + "</title>\n<style>\n"
                + InlineParts.resource("uPlot.min.css")
                + "\n" + InlineParts.resource("report.css") + "</style>\n</head>\n<body>\n");
        header();
        page.raw("<main>\n").raw(Contents.of(sections.markup()));
        page.raw(sections.markup());
        footer();
        page.raw("</main>\n<script type=\"application/json\" id=\"ipw-report\">" + InlineParts.json(tree)
                + "</script>\n");
        if (!sections.parts().isEmpty()) {
            page.raw("<script type=\"text/plain\" id=\"ipw-closed\">" + sections.packed() + "</script>\n");
        }
        page.raw("<script>\n"
                + InlineParts.resource("uPlot.iife.min.js") + "\n</script>\n<script>\n"
                + InlineParts.resource("tables.js") + InlineParts.resource("report.js")
                + "</script>\n</body>\n</html>\n");
        return page.toString();
    }

    private void sections() {
        new SummaryPart(page, tree).write();
        new FailuresPart(page, tree).write();
        new ComparisonPart(page, tree).write();
        ChartsPart charts = new ChartsPart(page);
        page.raw("<section>");
        charts.collapsed("More over the load: percentiles, throughput, power", "series");
        page.raw("</section>\n");
        charts.write("turns", "turns", "Turns, tools and waiting",
                "One task, part by part. A tool's joules are what the devices used while no call was in flight. Waiting is "
                        + "the time without a call or a tool.");
        AccuracyPart accuracy = new AccuracyPart(page, tree);
        // For a run over subjects, their accuracy is the main result.
        boolean isFirst = tree.runs() == 1 && accuracy.hasSubjects();
        if (isFirst) {
            accuracy.write();
        }
        power();
        times();
        energy();
        if (!isFirst) {
            accuracy.write();
        }
        // A benchmark has its plot on its first screen.
        if (!new BenchHead(page, tree).isThere()) {
            new ParetoPart(page, tree).write();
        }
        new OtherAnalysesPart(page, tree).write();
    }

    private String title() {
        SeriesHead series = new SeriesHead(page, tree);
        String what = series.isThere()
                ? series.words()
                : tree.has("comparison") ? compared() + ": comparison" : new RunsTitle(page, tree).words() + ": report";
        return what + " - Intelligence per Watt";
    }

    private String compared() {
        String first = "comparison.comparisons.0.";
        return tree.text(first + "second").orElse("") + " against " + tree.text(first + "first").orElse("");
    }

    private void header() {
        page.raw("<header class=\"top\"><p class=\"brand\">Intelligence per Watt</p>"
                + "<button type=\"button\" id=\"theme\" aria-label=\"Switch between light and dark\">light / dark</button>"
                + "</header>\n");
    }

    private void power() {
        // A single run has it on its first screen.
        if (tree.runs() > 1 && tree.size("charts.power") <= MAX_POWER_CHARTS) {
            new ChartsPart(page).write("power", "power", isMetered() ? "Power over time" : "Requests over time",
                    isMetered() ? "The devices' power; below it the requests." : "No sensor reported power.");
        }
    }

    private boolean isMetered() {
        return tree.elements("charts.power").stream().anyMatch(chart -> tree.size(chart + ".series") > 0);
    }

    /** Writes the power charts of many runs, each closed with the figures to which it belongs. */
    private void closedPower() {
        if (tree.size("charts.power") > MAX_POWER_CHARTS) {
            new ChartsPart(page).collapsed(
                    isMetered() ? "Power over time of each run" : "Requests over time of each run", "power");
        }
    }

    private void times() {
        page.raw("<section id=\"times\"><h2>Times</h2>\n");
        new WarningList(page, tree).ofAnalysis("latency");
        page.raw("<details class=\"more\"><summary>Percentiles</summary>\n");
        new PercentilesTable(page, tree).write();
        page.raw("</details>\n");
        new ChartsPart(page).collapsed("How each time and speed spreads", "times", "speed");
        if (!isMetered()) {
            closedPower();
        }
        page.raw("</section>\n");
    }

    private void energy() {
        ChartsPart charts = new ChartsPart(page);
        if (charts.any("energy", "relations", "tokens", "heat")) {
            page.raw("<section id=\"energy\"><h2>Energy and tokens</h2>\n");
            for (String run : tree.elements("runs")) {
                if (tree.has(run + ".shares_unusable")) {
                    page.raw("<p class=\"about\">").text(run + ".name")
                            .raw(": joules of single queries are not drawn. ")
                            .text(run + ".shares_unusable").raw(".</p>\n");
                }
            }
            charts.collapsed("Times and joules against the numbers of tokens", "relations");
            page.raw("<details class=\"more\"><summary>Cost of one more token</summary>\n");
            new RegressionTable(page, tree).write();
            page.raw("</details>\n");
            if (isMetered()) {
                closedPower();
            }
            charts.collapsed("How joules, watts and tokens spread", "energy", "tokens");
            charts.collapsed("Means over the lengths of prompts and answers", "heat");
            page.raw("</section>\n");
        }
    }

    private void footer() {
        page.raw("<footer><p>Written at ").text("report.written_at").raw(". This file holds everything it shows: every "
                + "figure is a value of the JSON in it, whose key is in the element's <code>data-key</code>; point at a "
                + "figure to see it. <button type=\"button\" id=\"copy-json\">Copy the JSON</button></p>"
                + "<p>Charts over time are drawn with uPlot, ").label("\u00a9 2022 Leon Sorokin, MIT License")
                .raw(".</p></footer>\n");
    }
}
