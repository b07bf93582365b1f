package dev.ipw.report.view;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one configuration in the order of time. A change is marked only where the intervals of a run and of the
 * one before it do not overlap.
 */
final class TrendPage {
    private final Markup page;
    private final Tree tree;

    private TrendPage(List<Map<String, @Nullable Object>> runs) {
        tree = new Tree(TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION).put("runs", runs).build());
        page = new Markup(tree);
    }

    static ViewPage of(PageAddress address, List<Map<String, @Nullable Object>> rows) {
        String id = address.parameter("run").map(text -> text.split("\n", -1)[0])
                .orElseThrow(() -> new ConfigurationException("Tick a run to see the trend over runs like it"));
        Map<String, @Nullable Object> like = rows.stream().filter(row -> id.equals(row.get("id"))).findFirst()
                .orElseThrow(() -> new ConfigurationException("There is no run '" + id + "'"));
        List<Map<String, @Nullable Object>> runs = new ArrayList<>(rows.stream().filter(row -> "finished".equals(
                row.get("state"))
                && Stream.of("model", "dataset", "load")
                        .allMatch(key -> Objects.equals(row.get(key), like.get(key))))
                .toList());
        runs.sort(Comparator.comparing(row -> String.valueOf(row.get("started_at"))));
        return new TrendPage(runs).write(address);
    }

    private ViewPage write(PageAddress address) {
        page.raw("<h1>").text("runs.0.model").raw(" <span class=\"and\">on</span> ").text("runs.0.dataset")
                .raw(", over time</h1>\n<p class=\"lead\">Runs of the same model, dataset and shape of load. A change is "
                        + "marked where the intervals (")
                .label("95 %")
                .raw(") of two runs that follow each other do not overlap.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Trend\"><table><caption>The "
                        + "oldest first</caption><thead><tr><th scope=\"col\">Run</th><th scope=\"col\">When (UTC)</th>");
        List<ListedFigure> shown = Arrays.stream(ListedFigure.values()).filter(figure -> tree.elements("runs").stream()
                .anyMatch(run -> tree.has(run + "." + figure.label()))).toList();
        shown.forEach(figure -> page.raw("<th scope=\"col\">").label(figure.words())
                .raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        List<String> runs = tree.elements("runs");
        for (int run = 0; run < runs.size(); run++) {
            String key = runs.get(run);
            page.raw("<tr><th scope=\"row\"><a href=\"runs/"
                    + PageAddress.segment(tree.text(key + ".id").orElse("")) + "/index.html\">").text(key + ".name")
                    .raw("</a></th>").cell(() -> page.text(key + ".day"));
            for (ListedFigure figure : shown) {
                page.raw("<td>");
                figure.write(page, key);
                if (run > 0) {
                    change(runs.get(run - 1) + "." + figure.label(), key + "." + figure.label());
                }
                page.raw("</td>");
            }
            page.raw("</tr>\n");
        }
        page.endTable();
        return PageFrame.page(address, "Trend", PageFrame.step("", "trend"), page);
    }

    private void change(String before, String now) {
        boolean isLimited = tree.size(before + "_marks") + tree.size(now + "_marks") > 0
                || !tree.text(before + "_provenance").equals(tree.text(now + "_provenance"));
        if (isLimited) {
            return;
        }
        OptionalDouble low = tree.number(now + "_low");
        OptionalDouble high = tree.number(now + "_high");
        OptionalDouble lowBefore = tree.number(before + "_low");
        OptionalDouble highBefore = tree.number(before + "_high");
        if (Stream.of(low, high, lowBefore, highBefore).anyMatch(OptionalDouble::isEmpty)) {
            return;
        }
        if (low.getAsDouble() > highBefore.getAsDouble()) {
            page.raw(" <span class=\"badge unknown\">\u25b2 higher</span>");
        } else if (high.getAsDouble() < lowBefore.getAsDouble()) {
            page.raw(" <span class=\"badge unknown\">\u25bc lower</span>");
        }
    }
}
