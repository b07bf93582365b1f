package dev.ipw.report;

/** The section on failed requests, which lists the first of them. */
final class FailuresPart {
    private final Markup page;
    private final Tree tree;

    FailuresPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    /** Writes the section; nothing if no request failed. */
    void write() {
        if (!any()) {
            return;
        }
        page.raw("<section id=\"failures\"><h2>Failures</h2>\n");
        for (int run = 0; run < tree.size("runs"); run++) {
            String key = "runs." + run;
            if (tree.number(key + ".failures.count").orElse(0) == 0) {
                continue;
            }
            page.raw("<p><b>").text(key + ".name").raw("</b>: ").figure(key + ".failures.count", "").raw(" of ")
                    .figure(key + ".summary.totals.queries", "").raw(" requests failed");
            int listed = tree.size(key + ".failures.first");
            if (listed == 0) {
                page.raw(".</p>\n");
                continue;
            }
            page.raw("; the first ").figure(key + ".failures.listed", "").raw(" are listed.</p>\n<div class=\"scroll\">"
                    + "<table><caption>Requests that failed</caption><thead><tr><th scope=\"col\">Record</th>"
                    + "<th scope=\"col\">Kind</th><th scope=\"col\">What happened</th><th scope=\"col\">Question</th>"
                    + "<th scope=\"col\">Sent after</th></tr></thead><tbody>\n");
            for (int place = 0; place < listed; place++) {
                String one = key + ".failures.first." + place;
                page.raw("<tr><th scope=\"row\">").text(one + ".record_id").raw("</th><td>").text(one + ".kind")
                        .raw("</td><td class=\"words\">").text(one + ".message").raw("</td><td class=\"words\">")
                        .text(one + ".question").raw("</td><td>").figure(one + ".start_seconds", "s")
                        .raw("</td></tr>\n");
            }
            page.raw("</tbody></table></div>\n");
        }
        page.raw("</section>\n");
    }

    private boolean any() {
        for (int run = 0; run < tree.size("runs"); run++) {
            if (tree.number("runs." + run + ".failures.count").orElse(0) > 0) {
                return true;
            }
        }
        return false;
    }
}
