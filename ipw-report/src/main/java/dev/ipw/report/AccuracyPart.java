package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import java.util.List;

/** Write accuracy and intelligence per joule: of each subject, of each part of the machine, gross and net. */
final class AccuracyPart {
    private static final int MOST_SUBJECTS = 40;

    private final Markup page;
    private final Tree tree;

    AccuracyPart(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    void write() {
        page.raw("<section id=\"accuracy\"><h2>Accuracy and intelligence per joule</h2>\n");
        for (int run = 0; run < tree.size("runs"); run++) {
            String key = "runs." + run;
            counts(key);
            subjects(key);
            scopes(key);
            grossAndNet(key);
        }
        new ChartsPart(page).grid("subjects");
        page.raw("</section>\n");
    }

    private void counts(String key) {
        String summary = key + ".accuracy.summary.";
        page.raw("<p><b>").text(key + ".name").raw("</b>: ").figure(summary + "correct", "").raw(" right, ")
                .figure(summary + "incorrect", "").raw(" wrong, ").figure(summary + "unevaluated", "")
                .raw(" not judged, ").figure(summary + "failed", "")
                .raw(" failed, wrong where somebody was to judge them; accuracy ")
                .percentEstimate(summary + "accuracy").raw(".</p>\n");
    }

    private void subjects(String key) {
        String list = key + ".accuracy.data.per_subject";
        int subjects = tree.size(list);
        if (subjects == 0) {
            return;
        }
        head(key, "Subjects", List.of("Subject", "Right", "Scored", RunFigure.ACCURACY.words(),
                Dimension.ENERGY_JOULES.words(), "share IPJ", "Known of"));
        for (int place = 0; place < Math.min(subjects, MOST_SUBJECTS); place++) {
            String one = list + "." + place;
            page.raw("<tr><th scope=\"row\">").text(one + ".subject").raw("</th><td>").figure(one + ".correct", "")
                    .raw("</td><td>").figure(one + ".scored", "").raw("</td><td>").percentEstimate(one + ".accuracy")
                    .raw("</td><td>").figure(one + "." + Dimension.ENERGY_JOULES.label(), "J").raw("</td><td>");
            intelligence(one, "intelligence_per_share_joule", "1/J");
            page.raw("</td><td>").figure(one + ".queries_with_energy", "").raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div>\n");
        if (subjects > MOST_SUBJECTS) {
            page.raw("<p>Only the first are shown; all are in the JSON.</p>\n");
        }
    }

    private void scopes(String key) {
        String list = key + ".accuracy.data.per_scope";
        if (tree.size(list) == 0) {
            return;
        }
        head(key, "Parts of the machine", List.of("Scope", "Queries", RunFigure.JOULES_PER_QUERY.words(),
                RunFigure.INTELLIGENCE_PER_JOULE.words(), RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words()));
        for (int place = 0; place < tree.size(list); place++) {
            String one = list + "." + place;
            page.raw("<tr><th scope=\"row\">").text(one + ".scope").raw("</th><td>").figure(one + ".queries", "")
                    .raw("</td><td>");
            joulesPerQuery(one, "");
            page.raw("</td><td>");
            intelligence(one, RunFigure.INTELLIGENCE_PER_JOULE.label(), "1/J");
            page.raw("</td><td>").figure(one + "." + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label(), "1/W")
                    .raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }

    private void joulesPerQuery(String one, String before) {
        String key = one + "." + before + RunFigure.JOULES_PER_QUERY.label();
        page.estimate(key, key + "_low", key + "_high", "J");
    }

    private void grossAndNet(String key) {
        String both = key + ".accuracy.data.gross_and_net";
        if (tree.names(both).isEmpty()) {
            return;
        }
        head(key, "Gross, and net of idle power,", List.of("Joules", "Queries", RunFigure.JOULES_PER_QUERY.words(),
                RunFigure.INTELLIGENCE_PER_JOULE.words(), RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words()));
        for (String side : tree.names(both)) {
            String one = both + "." + Tree.key(side);
            page.raw("<tr><th scope=\"row\">").label(ReportedRun.words(side)).raw("</th><td>")
                    .figure(one + ".queries", "")
                    .raw("</td><td>");
            String before = side.equals("net") ? "net_" : "";
            joulesPerQuery(one, before);
            page.raw("</td><td>");
            intelligence(one, before + RunFigure.INTELLIGENCE_PER_JOULE.label(), "1/J");
            page.raw("</td><td>").figure(one + "." + (before.isEmpty()
                    ? RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label()
                    : before + "intelligence_per_watt"), "1/W").raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }

    private void intelligence(String one, String figure, String unit) {
        page.estimate(one + "." + figure, one + "." + figure + "_low", one + "." + figure + "_high", unit);
    }

    private void head(String key, String what, List<String> columns) {
        page.raw("<div class=\"scroll\"><table><caption>" + what + " of ").text(key + ".name").raw(", intervals of ")
                .label("95 %").raw("</caption><thead><tr>");
        columns.forEach(column -> page.raw("<th scope=\"col\">" + column + "</th>"));
        page.raw("</tr></thead><tbody>\n");
    }
}
