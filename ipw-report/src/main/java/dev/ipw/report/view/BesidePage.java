package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of two answers to one question, side by side. */
final class BesidePage {
    private BesidePage() {}

    /**
     * An answer in a run.
     *
     * @param run    the run
     * @param place  its place in the run, from 0
     * @param record the query
     * @param isTrusted whether the shares of the run's queries may be used, and not only their ranges
     */
    record Answer(BrowsedRun run, int place, ProfilingRecord record, boolean isTrusted) {
        private Map<String, @Nullable Object> tree() {
            return QueryPage.tree(run, place, record);
        }

        private String link() {
            return "../" + PageAddress.segment(run.id()) + "/query-" + (place + 1) + ".html";
        }
    }

    static ViewPage of(PageAddress address, Answer one, Answer other) {
        Markup page = new Markup(new Tree(TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION)
                .put("answers", List.of(one.tree(), other.tree())).build()));
        String id = one.record.question().id();
        page.raw("<h1>").text("answers.0.record_id").raw("</h1>\n<pre class=\"panel\" tabindex=\"0\">")
                .text("answers.0.problem").raw("</pre>\n<div class=\"two\">\n");
        write(page, "answers.0", one);
        write(page, "answers.1", other);
        page.raw("</div>\n");
        return PageFrame.page(address, id + ": two answers", PageFrame.step("index.html", one.run.name())
                + PageFrame.step(one.link(), id) + PageFrame.step("", "beside " + other.run.name()), page);
    }

    private static void write(Markup page, String key, Answer answer) {
        Tree tree = page.tree();
        page.raw("<section class=\"panel\"><h2><a href=\"" + answer.link() + "\">").text(key + ".run_name")
                .raw("</a>, ").text(key + ".model").raw("</h2>\n<p>");
        QueriesPart.verdict(page, key + ".verdict", tree.text(key + ".verdict").orElse(""));
        page.raw(" ");
        ShareText.write(page, key + ".energy.joules", key + ".energy.lower", key + ".energy.upper", answer.isTrusted,
                answer.record.metrics().energy().headline().isComplete());
        page.raw(", ")
                .text(key + ".energy.provenance").raw(", ").figure(key + ".figures.output_tokens", "")
                .raw(" tokens out, ").figure(key + ".figures.time_from_intended_start", "s").raw("</p>\n");
        if (tree.has(key + ".failure.message")) {
            page.raw("<p class=\"reason\">").text(key + ".failure.message").raw("</p>\n");
        }
        page.raw("<pre tabindex=\"0\">").text(key + ".answer").raw("</pre></section>\n");
    }
}
