package dev.ipw.report;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The section on the analyses without a section of their own: their summaries unchanged, and definitions side by
 * side.
 */
record OtherAnalysesPart(Markup page, Tree tree) {
    /** The analyses with a section of their own. */
    private static final Set<String> PLACED = Set.of("accuracy", "latency", "regression", "pareto", "definitions");
    /** The main figure of some analyses; without it they have no result for a run. */
    private static final Map<String, String> ABOUT = Map.of("judges", "krippendorff_alpha", "calibration",
            "calibration_error", "solved", "solved");
    private static final int MAX_ROWS = 400;

    void write() {
        Map<String, List<String>> found = new LinkedHashMap<>();
        tree.elements("runs").forEach(run -> gather(run, found));
        // A comparison of models has no result for a single one.
        if (tree.number("report.models").orElse(0) > 1) {
            gather("together", found);
        }
        page.raw(found.isEmpty() ? "" : "<section id=\"analyses\"><h2>Further analyses</h2>\n");
        found.forEach(this::analysis);
        page.raw(found.isEmpty() ? "" : "</section>\n");
        definitions();
        skipped();
    }

    private void gather(String place, Map<String, List<String>> found) {
        tree.results(place).forEach((analysis, result) -> {
            boolean hasContent = !result.figures().isEmpty() || !result.tables().isEmpty();
            if (!PLACED.contains(analysis) && hasContent && isApplicable(analysis, result)) {
                found.computeIfAbsent(analysis, one -> new ArrayList<>()).add(place);
            }
        });
    }

    private static boolean isApplicable(String analysis, AnalysisResult result) {
        String about = ABOUT.get(analysis);
        return about == null || result.figure(about).number().isPresent();
    }

    private void analysis(String analysis, List<String> places) {
        WarningList warnings = new WarningList(page, tree);
        boolean isWarning = places.stream()
                .anyMatch(place -> warnings.any(place, place + "." + Tree.key(analysis)));
        page.raw("<details class=\"analysis\"><summary>")
                .text(places.getFirst() + "." + Tree.key(analysis) + ".title")
                .raw(isWarning ? " (with warnings)" : "").raw("</summary>\n");
        for (String place : places) {
            String key = place + "." + Tree.key(analysis);
            if (tree.runs() > 1 && tree.has(place + ".name")) {
                page.raw("<h3>").text(place + ".name").raw("</h3>\n");
            }
            warnings.ofResult(place, key);
            new ResultTables(page, key, Objects.requireNonNull(tree.results(place).get(analysis))).write();
        }
        page.raw("</details>\n");
    }

    private void definitions() {
        boolean begun = false;
        for (String run : tree.elements("runs")) {
            if (tree.size(run + ".definitions.data.metrics") > 0) {
                page.raw(begun
                        ? ""
                        : "<section id=\"definitions\"><h2>Definitions of other tools</h2>\n<details><summary>"
                                + "The same events by the definitions of several tools</summary>\n");
                begun = true;
                definitions(run);
            }
        }
        page.raw(begun ? "</details></section>\n" : "");
    }

    /** Lists the failed analyses; those that do not apply to the kind of run are omitted. */
    private void skipped() {
        StringBuilder seen = new StringBuilder();
        boolean begun = false;
        for (String before : Stream.concat(tree.elements("runs").stream().map(run -> run + "."), Stream.of(""))
                .toList()) {
            for (String one : tree.elements(before + "skipped")) {
                String line = "\n" + tree.text(one + ".analysis").orElse("") + ": "
                        + tree.text(one + ".reason").orElse("")
                        + "\n";
                if (seen.indexOf(line) < 0) {
                    page.raw(begun
                            ? ""
                            : "<section><h3>Analyses that failed</h3>\n<ul class=\"warnings\">\n")
                            .raw("<li>").text(one + ".analysis").raw(": ").text(one + ".reason").raw("</li>\n");
                    begun = true;
                    seen.append(line);
                }
            }
        }
        page.raw(begun ? "</ul></section>\n" : "");
    }

    private void definitions(String key) {
        String metrics = key + ".definitions.data.metrics";
        page.raw("<div class=\"scroll\"><table><caption>Figures of ").text(key + ".name")
                .raw(" by the definitions of several tools</caption><thead><tr>");
        List.of("Metric", "Tool", "Its name", "Definition", "Queries", "Mean", "p50", "p90", "p99")
                .forEach(column -> page.raw("<th scope=\"col\">").label(column).raw("</th>"));
        page.raw("</tr></thead><tbody>\n");
        String before = "";
        for (int place = 0; place < Math.min(tree.size(metrics), MAX_ROWS); place++) {
            String metric = tree.text(metrics + "." + place + ".metric").orElse("");
            row(metrics + "." + place, !metric.equals(before));
            before = metric;
        }
        page.endTable();
    }

    private void row(String tool, boolean isFirst) {
        if (isFirst) {
            page.raw("<tr class=\"first\"><th scope=\"row\">").text(tool + ".metric").raw("</th>");
        } else {
            page.raw("<tr><td></td>");
        }
        String unit = tree.text(tool + ".unit").orElse("");
        page.raw("<td>").text(tool + ".tool").raw("</td><td>").text(tool + ".name")
                .raw("</td><td class=\"words\">")
                .text(tree.has(tool + ".reason") ? tool + ".reason" : tool + ".definition")
                .raw("</td><td>").figure(tool + ".n", "").raw("</td>");
        List.of("mean", "p50", "p90", "p99")
                .forEach(figure -> page.raw("<td>").figure(tool + "." + figure, unit).raw("</td>"));
        page.raw("</tr>\n");
    }
}
