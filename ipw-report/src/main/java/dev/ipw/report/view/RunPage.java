package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.head.RunHead;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of a finished run: the answer, what limits it, its failures, its power over its requests, its queries. */
final class RunPage {
    private final BrowsedRun run;
    private final boolean isServed;

    private RunPage(BrowsedRun run, boolean isServed) {
        this.run = run;
        this.isServed = isServed;
    }

    /** Returns the run as a tree. */
    static Map<String, @Nullable Object> tree(Map<String, @Nullable Object> facts, QueryTable table,
            QueriesPart queries) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("version", (long) RunBrowser.API_VERSION);
        tree.put("runs", List.of(facts));
        tree.put("failures", table.causes().list().stream()
                .map(cause -> cause.tree().put("first_row", cause.place() + 1).build()).toList());
        tree.put("queries", queries.tree());
        return tree;
    }

    static ViewPage of(PageAddress address, BrowsedRun run, Map<String, @Nullable Object> tree, QueryTable table,
            QueriesPart queries, RunPower power, boolean isServed) {
        return new RunPage(run, isServed).write(address, new Markup(new Tree(tree)), table,
                queries, power);
    }

    /** Returns the head of a long run's page while its queries are read. */
    static ViewPage whileRead(PageAddress address, BrowsedRun run) {
        Markup page = new Markup(new Tree(TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION)
                .put("runs", List.of(run.facts(run.storedFindings()))).build()));
        new RunHead(page, page.tree(), "runs.0").crumb().sentence().badges().cards().limits();
        page.raw("<p class=\"lead\" data-reload=\"1\" role=\"status\">Reading its ")
                .figure("runs.0.summary.totals.queries", "").raw(" queries. This page fills in by itself.</p>\n");
        return PageFrame.page(address, run.name(), PageFrame.step("", run.name()), page);
    }

    private ViewPage write(PageAddress address, Markup page, QueryTable table, QueriesPart queries, RunPower power) {
        Tree tree = page.tree();
        new RunHead(page, tree, "runs.0").crumb().sentence().badges().cards().division().limits();
        failures(page, tree);
        page.raw("<section id=\"over-time\" class=\"panel\">").raw(RunPower.strip(table, power)).raw("</section>\n");
        page.raw("<section id=\"queries\"><h2>Queries</h2>\n");
        queries.write(page, "queries", isServed);
        page.raw("</section>\n<p class=\"tools\">");
        if (isServed) {
            page.raw("<a href=\"report.html\">All analyses of this run</a> <a href=\"../../trend.html?run="
                    + PageAddress.segment(run.id())
                    + "\">Trend of similar runs</a> <a href=\"queries.csv\">All queries as "
                    + "CSV</a> <a href=\"../../api/v1/runs/" + PageAddress.segment(run.id()) + "\">JSON</a>");
        } else {
            page.raw("<a href=\"report.html\">All analyses of this run</a>");
        }
        page.raw("</p>\n");
        return PageFrame.page(address, run.name(), run.way() + PageFrame.step("", run.name()), page);
    }

    private static void failures(Markup page, Tree tree) {
        List<String> causes = tree.elements("failures");
        if (causes.isEmpty()) {
            return;
        }
        page.raw("<section id=\"failures\"><h2>Failures</h2><ul class=\"causes\">\n");
        for (String cause : causes) {
            page.raw("<li>").figure(cause + ".count", "").raw(" times <a href=\"query-"
                    + (long) tree.number(cause + ".first_row").orElse(1) + ".html\">").text(cause + ".kind").raw(": ")
                    .text(cause + ".message")
                    .raw("</a></li>\n");
        }
        page.raw("</ul></section>\n");
    }
}
