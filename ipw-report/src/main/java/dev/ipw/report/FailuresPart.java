package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The section on failed requests, by cause. */
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
            page.raw(".</p>\n<div class=\"scroll cards\"><table><caption>Requests that failed, by cause")
                    .headings(List.of("Cause", "Requests", "Message", "First record", "Its question", "Sent after"));
            for (String one : tree.elements(key + ".failures.causes")) {
                page.raw("<tr><th scope=\"row\">").text(one + ".kind").raw("</th><td data-label=\"Requests\">")
                        .figure(one + ".count", "").raw("</td><td class=\"words\" data-label=\"Message\">")
                        .text(one + ".message").raw("</td><td data-label=\"First record\">").text(one + ".record_id")
                        .raw("</td><td class=\"words\" data-label=\"Question\">").text(one + ".question")
                        .raw("</td><td data-label=\"Sent after\">").figure(one + ".start_seconds", "s")
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
