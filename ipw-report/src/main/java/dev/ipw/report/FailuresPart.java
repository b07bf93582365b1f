package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The section on failed requests, which lists the first of them. */
record FailuresPart(Markup page, Tree tree) {
    /** Writes the section; nothing if no request failed. */
    void write() {
        if (tree.elements("runs").stream().allMatch(run -> failures(run) == 0)) {
            return;
        }
        page.raw("<section id=\"failures\"><h2>Failures</h2>\n");
        for (String key : tree.elements("runs")) {
            if (failures(key) == 0) {
                continue;
            }
            page.raw("<p><b>").text(key + ".name").raw("</b>: ").figure(key + ".failures.count", "").raw(" of ")
                    .figure(key + ".summary.totals.queries", "").raw(" requests failed");
            List<String> listed = tree.elements(key + ".failures.first");
            if (listed.isEmpty()) {
                page.raw(".</p>\n");
                continue;
            }
            page.raw("; the first ").figure(key + ".failures.listed", "").raw(" are listed.</p>\n<div class=\"scroll\">"
                    + "<table><caption>Requests that failed")
                    .headings(List.of("Record", "Kind", "What happened", "Question", "Sent after"));
            for (String one : listed) {
                page.raw("<tr><th scope=\"row\">").text(one + ".record_id").raw("</th><td>").text(one + ".kind")
                        .raw("</td><td class=\"words\">").text(one + ".message").raw("</td><td class=\"words\">")
                        .text(one + ".question").raw("</td><td>").figure(one + ".start_seconds", "s")
                        .raw("</td></tr>\n");
            }
            page.endTable();
        }
        page.raw("</section>\n");
    }

    private double failures(String run) {
        return tree.number(run + ".failures.count").orElse(0);
    }
}
