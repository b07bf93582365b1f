package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.results.internal.journal.RunState;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of a run that another process makes, or that was cut off: its figures so far. */
final class LivePage {
    private LivePage() {}

    /** Returns the progress as a tree. */
    static Map<String, @Nullable Object> tree(BrowsedRun run) {
        RunState state = run.state();
        return TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION).put("id", run.id())
                .put("name", run.name()).put("folder", run.path().toString())
                .put("state", state.name().toLowerCase(Locale.ROOT))
                .put("status", RunStatus.read(run.directory()).map(status -> status.toTree().build())).build();
    }

    static ViewPage of(PageAddress address, BrowsedRun run) {
        Markup page = new Markup(new Tree(tree(run)));
        boolean isGoing = page.tree().text("state").filter("going"::equals).isPresent();
        page.raw("<h1>").text("name").raw("</h1>\n<div" + (isGoing
                ? " id=\"live\" data-events=\"events\" aria-live=\"polite\""
                : "") + ">\n");
        write(page);
        page.raw("</div>\n");
        return PageFrame.page(address, run.name(), PageFrame.step("", run.name()), page);
    }

    /** Returns the part of the page that changes. */
    static String part(BrowsedRun run) {
        Markup part = new Markup(new Tree(tree(run)));
        write(part);
        return part.toString();
    }

    private static void write(Markup page) {
        Tree tree = page.tree();
        String state = tree.text("state").orElse("");
        page.raw("<p class=\"badges\"><span class=\"badge " + (state.equals("going") ? "energy" : "invalid") + "\">")
                .raw(switch (state) {
                    case "going" -> "going on";
                    case "finished" -> "finished";
                    default -> "cut off before its end; an analysis finishes it with what it has";
                }).raw("</span> ");
        if (tree.has("status.phase")) {
            page.text("status.phase").raw(", as of ").text("status.updated");
        }
        page.raw("</p>\n");
        String progress = "status.progress";
        if (!tree.has(progress)) {
            page.raw("<p class=\"lead\">It has not reported how far it is yet.</p>\n");
            return;
        }
        page.raw("<dl class=\"tiles\">");
        page.raw("<div><dt>Finished</dt><dd>").figure(progress + ".finished", "");
        if (tree.has(progress + ".planned")) {
            page.raw(" <span class=\"of\">of ").figure(progress + ".planned", "").raw("</span>");
        }
        page.raw("</dd></div>");
        figure(page, "Failed", progress + ".failed", "");
        figure(page, "Power now", progress + ".live.watts", "W");
        figure(page,
                "Energy so far, "
                        + tree.text(progress + ".live.energy_provenance").map(word -> word.toLowerCase(Locale.ROOT))
                                .orElse("not known"),
                progress + ".live.joules", "J");
        figure(page, "Time to first token, median", progress + ".live.ttft_p50_seconds", "s");
        figure(page, "Answers a second", progress + ".live.answers_per_second", "1/s");
        figure(page, "In flight", progress + ".live.queries_in_flight", "");
        figure(page, "Since its start", progress + ".elapsed_seconds", "s");
        page.raw("</dl>\n");
    }

    private static void figure(Markup page, String words, String key, String unit) {
        if (page.tree().has(key)) {
            page.raw("<div><dt>" + words + "</dt><dd>").figure(key, unit).raw("</dd></div>");
        }
    }
}
