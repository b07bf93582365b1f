package dev.ipw.report.head;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/**
 * The first screen of a run. Figures that are estimated, partial, untrusted or invalid are marked, and the sentence gives
 * their range instead of their value.
 *
 * @param page the page into which it is written
 * @param tree the page's JSON
 * @param key  the key of the run in it, for example {@code runs.0}
 */
public record RunHead(Markup page, Tree tree, String key) {
    /** Writes the name, model, dataset, hardware and time of the run. */
    public RunHead crumb() {
        page.raw("<p class=\"crumb\"><b>").text(key + ".name").raw("</b>: ").text(key + ".subject");
        tree.text(key + ".summary.dataset_name").ifPresent(
                any -> page.raw(" on ").text(key + ".summary.dataset_name"));
        for (String part : List.of(".summary.hardware_label", ".started_at")) {
            if (tree.has(key + part)) {
                page.raw(", ").text(key + part);
            }
        }
        page.raw("</p>\n");
        return this;
    }

    /** Writes the result of the run in one sentence. */
    public RunHead sentence() {
        new HeadSentence(page, tree, key, new HeadFigures(tree, key)).write();
        return this;
    }

    /** Writes the source of the joules, the validity of the times, and the failures, each as a coloured badge. */
    public RunHead badges() {
        HeadFigures figures = new HeadFigures(tree, key);
        page.raw("<p class=\"badges\">");
        badge(energyColour(figures));
        if (figures.hasJoules()) {
            page.raw("energy ").text(figures.provenanceKey());
            if (figures.joulesPerQuery().is(HeadMark.PARTIAL)) {
                page.raw(", in part");
            }
        } else {
            page.raw("no joules");
        }
        page.raw("</span> ");
        badge(figures.times());
        page.raw(switch (figures.times()) {
            case "invalid" -> "times not usable";
            case "unknown" -> "times not checked";
            default -> "times " + figures.times();
        }).raw("</span>");
        failures(figures);
        if (Boolean.TRUE.equals(tree.value(key + ".summary.interrupted"))) {
            page.raw(" ");
            badge("doubtful");
            page.raw("ended early</span>");
        }
        String resumed = key + ".summary.resumed";
        if (tree.has(resumed + ".kept")) {
            page.raw(" <span class=\"badge\">resumed: ").plain(resumed + ".kept").raw(" kept, ")
                    .plain(resumed + ".asked").raw(" asked, paused ").figure(resumed + ".paused_seconds", "s")
                    .raw("</span>");
        }
        page.raw("</p>\n");
        return this;
    }

    private void failures(HeadFigures figures) {
        if (figures.failed() > 0) {
            page.raw(" ");
            badge(2 * figures.failed() < figures.queries() ? "doubtful" : "invalid");
            page.figure(key + ".summary.totals.failed", "").raw(" of ")
                    .figure(key + ".summary.totals.queries", "").raw(" failed");
            // One cause explains all of them.
            if (tree.size(key + ".failures.causes") == 1) {
                page.raw(": ").text(key + ".failures.causes.0.kind");
            }
            page.raw("</span>");
        }
    }

    private void badge(String colour) {
        page.raw("<span class=\"badge " + colour + "\">");
    }

    private static String energyColour(HeadFigures figures) {
        if (!figures.hasJoules()) {
            return "invalid";
        }
        return figures.joulesPerQuery().marks().isEmpty() && figures.joulesPerQuery().isKnown() ? "valid" : "doubtful";
    }

    /** Writes six figures, each with its range and its marks; a dash where a figure is absent. */
    public RunHead cards() {
        HeadFigures figures = new HeadFigures(tree, key);
        page.raw("<dl class=\"cards\">\n");
        card(figures.isOfTasks() ? "tasks solved" : "accuracy", figures.accuracy(), () -> {});
        card("intelligence per joule <abbr>IPJ</abbr>", figures.intelligencePerJoule(), () -> {});
        if (figures.isOfTasks()) {
            card("energy per solved task", figures.joulesPerSolvedTask(), () -> {});
        } else {
            card("energy per query", figures.joulesPerQuery(), () -> {});
        }
        card("power", figures.watts(), this::idle);
        card(figures.isLatencyToFirstToken() ? "time to first token, median" : "latency, median", figures.latency(),
                () -> {});
        card("answers a second", figures.requestsPerSecond(), this::offered);
        page.raw("</dl>\n");
        return this;
    }

    private void card(String words, HeadFigure figure, Runnable note) {
        boolean isUnusable = figure.is(HeadMark.INVALID) || figure.is(HeadMark.UNTRUSTED);
        page.raw("<div class=\"card" + (isUnusable || !figure.isKnown() ? " dim" : "") + "\"><dt>" + words
                + "</dt><dd class=\"value\">");
        figure.value(page);
        page.raw("</dd><dd class=\"note\">");
        if (figure.isKnown()) {
            if (figure.hasRange()) {
                figure.range(page);
            }
            note.run();
            figure.marks().forEach(mark -> page.raw(" <b class=\"mark " + (isUnusable ? "unusable" : "limited")
                    + "\">" + mark + "</b>"));
        } else {
            page.raw("not known");
        }
        page.raw("</dd></div>\n");
    }

    private void idle() {
        if (tree.has(key + ".summary.totals.idle_watts")) {
            page.raw("; idle ").figure(key + ".summary.totals.idle_watts", "W");
        }
    }

    private void offered() {
        for (String name : List.of("offered", "asked")) {
            if (tree.has(key + ".latency.summary." + name + "_per_second")) {
                page.raw(name + " ").figure(key + ".latency.summary." + name + "_per_second", "");
                return;
            }
        }
    }

    /** Writes where the joules of an agent went; nothing for any other run. */
    public RunHead division() {
        new AgentPart(page, tree, key).write();
        return this;
    }

    /** Writes the reasons that limit the figures, one line each; nothing if there are none. */
    public RunHead limits() {
        new HeadLimits(page, tree, key).write();
        return this;
    }
}
