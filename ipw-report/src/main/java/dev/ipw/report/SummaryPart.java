package dev.ipw.report;

import dev.ipw.report.head.BenchHead;
import dev.ipw.report.head.RunHead;
import dev.ipw.report.head.SeriesHead;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.Map;

/** The section with a reader's first questions: the reliability, the source of the joules, and the results. */
record SummaryPart(Markup page, Tree tree) {
    private static final String HEADLINE = ".accuracy.summary.energy_provenance";
    // Runs analysed by an older version have only the one of the headline.
    private static final String SHARES = ".accuracy.summary.share_provenance";

    private static final Map<String, String> LOAD_UNITS = Map.of("rate_per_second", "1/s", "ramp_seconds", "s",
            "duration_seconds", "s", "cut_start_seconds", "s", "cut_end_seconds", "s");

    void write() {
        page.raw("<section id=\"summary\">");
        SeriesHead series = new SeriesHead(page, tree);
        BenchHead bench = new BenchHead(page, tree);
        ConclusionTable conclusions = new ConclusionTable(page, tree);
        if (series.isThere()) {
            series.write();
            closed();
        } else if (bench.isThere()) {
            bench.write();
            if (conclusions.isThere()) {
                page.raw("<details class=\"more\"><summary>Differences, each with its interval</summary>\n");
                conclusions.write();
                page.raw("</details>\n");
            }
            page.raw(
                    "<details class=\"more\"><summary>Which run is dominated, by joules, seconds and dollars</summary>\n");
            new ParetoPart(page, tree).write();
            page.raw("</details>\n");
            closed();
        } else if (conclusions.isThere()) {
            conclusions.title();
            for (int run = 0; run < tree.runs(); run++) {
                new RunHead(page, tree, "runs." + run).crumb().badges();
            }
            conclusions.write();
            closed();
        } else if (tree.runs() == 1) {
            one();
        } else {
            page.raw("<h1>");
            new RunsTitle(page, tree).write();
            page.raw("</h1>\n");
            if (tree.has("comparison_failed")) {
                page.raw("<p class=\"reason\">The runs are not compared: ").text("comparison_failed").raw("</p>\n");
            }
            runs();
        }
        page.raw("</section>\n");
    }

    /** Writes the first screen of a run, with the sources of its figures closed below it. */
    private void one() {
        RunHead head = new RunHead(page, tree, "runs.0").crumb().sentence().badges().cards().division();
        new ChartsPart(page).grid("power");
        head.limits();
        page.raw("<details class=\"more\"><summary>More figures, their sources, and how it was run</summary>\n");
        new MainFigures(page, tree).write();
        energy("runs.0");
        configuration("runs.0");
        page.raw("</details>\n");
    }

    private void closed() {
        page.raw("<details class=\"more\"><summary>Each run: figures, limits, how it was made</summary>\n");
        runs();
        page.raw("</details>\n");
    }

    private void runs() {
        new MainFigures(page, tree).write();
        page.raw("<div class=\"runs\">\n");
        for (int run = 0; run < tree.runs(); run++) {
            card("runs." + run, run);
        }
        page.raw("</div>\n");
    }

    private void card(String key, int run) {
        page.raw("<article class=\"run\"><h2 class=\"name\">" + Markup.swatch(run)).text(key + ".name").raw("</h2>\n");
        new RunHead(page, tree, key).crumb().badges().limits();
        energy(key);
        configuration(key);
        page.raw("</article>\n");
    }

    private void energy(String key) {
        String energy = key + ".summary.totals.device_energy";
        page.raw("<p class=\"sources\"><b>Energy</b>: ");
        if (tree.has(energy + ".joules")) {
            page.estimate(energy + ".joules", energy + ".lower", energy + ".upper", "J").raw(" over ")
                    .figure(key + ".summary.totals.measured_seconds", "s").raw(", ")
                    .text(key + ".summary.totals.headline_scope").raw("; source: ").text(energy + ".source");
            // The idle energy of a whole run cannot be subtracted from the joules of a part of it.
            if (Boolean.TRUE.equals(tree.value(key + ".energy_claim.complete"))
                    && tree.has(key + ".summary.totals.net_joules")) {
                page.raw("; net of idle power ").figure(key + ".summary.totals.net_joules", "J").raw(" (standard "
                        + "deviation ").figure(key + ".summary.totals.net_sigma_joules", "J").raw(")");
            }
        } else {
            page.raw("none: ").text(energy + ".reason");
        }
        page.raw(". <b>Shares of queries</b>: ").text(key + (tree.has(key + SHARES) ? SHARES : HEADLINE));
        queriesWithEnergy(key + ".accuracy.summary.", ", joules of ", "");
        page.raw(".");
        sharing(key + ".summary.totals.devices");
        judging(key + ".summary.");
        page.raw("</p>\n");
    }

    /** Writes the judges, and their energy, which is in no other figure. */
    private void judging(String summary) {
        String energy = summary + "evaluation.energy";
        if (!tree.has(energy + ".joules") && !tree.has(energy + ".reason")) {
            return;
        }
        page.raw(" <b>Judges</b>");
        String models = summary + "evaluator_params.judge_model";
        if (tree.has(models)) {
            page.raw(" (").text(models).raw(", called ").figure(summary + "evaluation.model_calls", "")
                    .raw(" times)");
        }
        if (tree.has(energy + ".reason")) {
            page.raw(": no joules, ").text(energy + ".reason").raw(".");
            return;
        }
        page.raw(", in no other figure: ").estimate(energy + ".joules", energy + ".lower", energy + ".upper", "J")
                .raw(", ").text(energy + ".provenance").raw("; source: ").text(energy + ".source");
        EnergyFlagWords.write(page, energy + ".flags");
        page.raw(".");
    }

    /** Writes the reliability of joules that are attributed to overlapping requests. */
    private void sharing(String devices) {
        for (String device : tree.elements(devices)) {
            String sharing = device + ".attribution";
            if (tree.has(sharing + ".trust") && !tree.text(sharing + ".trust").orElse("").equals("measured")) {
                page.raw(" <b>Shares of overlapping queries</b> on ").text(device + ".device").raw(": ")
                        .text(sharing + ".trust");
                if (tree.has(sharing + ".quality")) {
                    page.raw(", ").percent(sharing + ".quality").raw(" of the joules unexplained");
                }
                page.raw(".");
            }
        }
    }

    /** Writes the number of queries that a figure covers, if not all. */
    private void queriesWithEnergy(String accuracy, String before, String after) {
        if (tree.number(accuracy + "energy_missing_count").orElse(0) > 0) {
            page.raw(before).figure(accuracy + "energy_sample_count", "").raw(" of ")
                    .figure(accuracy + "total_scored", "").raw(" scored queries" + after);
        }
    }

    private void configuration(String key) {
        page.raw("<details><summary>How it was run</summary><div class=\"scroll\"><table class=\"pairs\"><caption>"
                + "What was asked, and on which machine</caption><tbody>\n");
        pair("Folder", key + ".folder");
        pair("Command", key + ".summary.command");
        pair("Client", key + ".summary.client");
        pair("Model", key + ".summary.model");
        pair("Server", key + ".summary.client_info.base_url");
        pair("Dataset", key + ".summary.dataset");
        pair("Load", key + ".summary.load", LOAD_UNITS);
        pair("Generation", key + ".summary.generation");
        pair("Warm-up queries", key + ".summary.warmup_queries");
        pair("Seed", key + ".summary.seed");
        pair("Machine", key + ".summary.system_info");
        pair("Collectors", key + ".summary.telemetry");
        pair("Versions", key + ".summary.versions");
        page.raw("</tbody></table></div></details>\n");
    }

    private void pair(String words, String key) {
        pair(words, key, Map.of());
    }

    private void pair(String words, String key, Map<String, String> units) {
        if (tree.has(key)) {
            page.raw("<tr><th scope=\"row\">" + words + "</th><td>").value(key, units).raw("</td></tr>\n");
        }
    }
}
