package dev.ipw.report.view;

import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.head.BenchHead;
import dev.ipw.report.head.SeriesHead;
import dev.ipw.report.head.SloWords;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page of a series, sweep or benchmark: the first screen of its report, with links to its runs. */
final class SeriesPage {
    private SeriesPage() {}

    /**
     * Returns the series as a tree.
     *
     * @param series     the series
     * @param runs       the facts of its finished runs
     * @param unreadable the names of the runs that cannot be read
     */
    static Map<String, @Nullable Object> tree(BrowsedSeries series, List<Map<String, @Nullable Object>> runs,
            List<String> unreadable) {
        TreeBuilder tree = TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION).put("id", series.id())
                .put("name", series.name()).put("runs", runs)
                .put("unreadable", unreadable);
        if (series.isBench()) {
            return tree.put(BenchHead.KEY, BenchHead.cells(series.path())).build();
        }
        Optional<SeriesFolder> folder = SeriesFolder.in(series.path());
        folder.map(SeriesFolder::json).map(json -> TreeReader.ofJson("the file of the series", json))
                .ifPresent(kept -> {
                    kept.optionalText("slo").ifPresent(slo -> tree.put(SloWords.KEY, SloWords.of(slo)));
                    tree.put("series", kept.asMap());
                });
        return tree.build();
    }

    static ViewPage of(PageAddress address, BrowsedSeries series, Map<String, @Nullable Object> tree,
            boolean hasReport, boolean isServed) {
        Markup page = new Markup(new Tree(tree));
        if (series.isBench()) {
            new BenchHead(page, page.tree()).write();
        } else {
            new SeriesHead(page, page.tree()).write();
        }
        for (int run = 0; run < page.tree().size("unreadable"); run++) {
            page.raw("<p class=\"reason\">The run ").text("unreadable." + run)
                    .raw(" cannot be read, and is not on this page. The table of runs has the reason.</p>\n");
        }
        page.raw("<p class=\"tools\">");
        if (hasReport) {
            page.raw("<a href=\"report.html\">All analyses of these runs</a> ");
        }
        if (isServed) {
            page.raw("<a href=\"../../index.html?within=1&amp;text=" + PageAddress.segment(series.name())
                    + "\">Its runs, to compare some</a> <a href=\"../../api/v1/series/"
                    + PageAddress.segment(series.id()) + "\">JSON</a>");
        }
        page.raw("</p>\n");
        return PageFrame.page(address, series.name(), PageFrame.step("", series.name()), page);
    }

    /** Returns the address of the page of a run, from that of its series. */
    static String addressOf(BrowsedRun run) {
        return "../../runs/" + PageAddress.segment(run.id()) + "/index.html";
    }
}
