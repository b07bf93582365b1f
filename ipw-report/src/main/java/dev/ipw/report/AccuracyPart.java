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
                .raw(" not evaluated, ").figure(summary + "failed", "")
                .raw(" failed, wrong where they were to be evaluated; accuracy ")
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
            estimate(one, "intelligence_per_share_joule", "1/J");
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
        head(key, "Parts of the machine", List.of("Joules of", "Queries",
                "scope, " + RunFigure.JOULES_PER_QUERY.words(), "scope " + RunFigure.INTELLIGENCE_PER_JOULE.words(),
                "scope " + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words()));
        for (int place = 0; place < tree.size(list); place++) {
            String one = list + "." + place;
            page.raw("<tr><th scope=\"row\">").text(one + ".scope").raw("</th><td>").figure(one + ".queries", "")
                    .raw("</td><td>");
            estimate(one, RunFigure.JOULES_PER_QUERY.label(), "J");
            page.raw("</td><td>");
            estimate(one, RunFigure.INTELLIGENCE_PER_JOULE.label(), "1/J");
            page.raw("</td><td>").figure(one + "." + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label(), "1/W")
                    .raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div>\n");
    }

    private void grossAndNet(String key) {
        String both = key + ".accuracy.data.gross_and_net";
        if (tree.names(both).isEmpty()) {
            return;
        }
        head(key, "Gross, and net of idle power,", List.of("Figure", "Value", "Queries"));
        for (String side : tree.names(both)) {
            String one = both + "." + Tree.key(side);
            boolean isNet = side.equals("net");
            String before = isNet ? "net_" : "";
            row(one, (isNet ? "net, " : "") + RunFigure.JOULES_PER_QUERY.words(),
                    before + RunFigure.JOULES_PER_QUERY.label(), "J");
            row(one, (isNet ? "net " : "") + RunFigure.INTELLIGENCE_PER_JOULE.words(),
                    before + RunFigure.INTELLIGENCE_PER_JOULE.label(), "1/J");
            row(one, (isNet ? "net " : "") + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words(), isNet
                    ? "net_intelligence_per_watt"
                    : RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label(), "1/W");
        }
        page.raw("</tbody></table></div>\n");
    }

    private void row(String one, String label, String figure, String unit) {
        page.raw("<tr><th scope=\"row\">" + label + "</th><td>");
        estimate(one, figure, unit);
        page.raw("</td><td>").figure(one + ".queries", "").raw("</td></tr>\n");
    }

    private void estimate(String one, String figure, String unit) {
        page.estimate(one + "." + figure, one + "." + figure + "_low", one + "." + figure + "_high", unit);
    }

    private void head(String key, String what, List<String> columns) {
        page.raw("<div class=\"scroll\"><table><caption>" + what + " of ").text(key + ".name").raw(", intervals of ")
                .label("95 %").raw("</caption><thead><tr>");
        columns.forEach(column -> page.raw("<th scope=\"col\">" + column + "</th>"));
        page.raw("</tr></thead><tbody>\n");
    }
}
