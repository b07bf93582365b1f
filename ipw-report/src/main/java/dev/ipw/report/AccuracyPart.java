package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.List;

/** The section on accuracy and intelligence per joule: by subject and by part of the machine, gross and net. */
record AccuracyPart(Markup page, Tree tree) {
    private static final int MAX_SUBJECTS = 40;

    /** Returns whether a run's questions have several subjects. */
    boolean hasSubjects() {
        return tree.elements("runs").stream().anyMatch(run -> tree.size(run + ".accuracy.data.per_subject") > 1);
    }

    void write() {
        page.raw("<section id=\"accuracy\"><h2>Accuracy and intelligence per joule</h2>\n");
        int runs = tree.runs();
        if (runs == 1) {
            counts("runs.0");
            subjects("runs.0");
        } else {
            counts(runs);
        }
        new ChartsPart(page).grid("subjects");
        page.raw("<details class=\"more\"><summary>" + (runs == 1 ? "Parts" : "Subjects, parts")
                + " of the machine, and net of idle power</summary>\n");
        for (String run : tree.elements("runs")) {
            if (runs > 1) {
                subjects(run);
            }
            scopes(run);
            grossAndNet(run);
        }
        page.raw("</details></section>\n");
    }

    private void counts(String key) {
        String summary = key + ".accuracy.summary.";
        page.raw("<p>").figure(summary + "correct", "")
                .raw(" right, ").figure(summary + "incorrect", "").raw(" wrong, ").figure(summary + "unevaluated", "")
                .raw(" not evaluated, ").figure(summary + "failed", "")
                .raw(" failed. A failed request counts as wrong if its answer was to be evaluated.</p>\n");
    }

    private void counts(int runs) {
        page.raw("<div class=\"scroll\"><table><caption>Answers of each run. A failed request counts as wrong if its "
                + "answer was to be evaluated")
                .headings(List.of("Run", "Accuracy", "Right", "Wrong", "Not evaluated", "Failed"));
        for (int run = 0; run < runs; run++) {
            String summary = "runs." + run + ".accuracy.summary.";
            page.raw("<tr><th scope=\"row\">" + Markup.swatch(run)).text("runs." + run + ".name")
                    .raw("</th><td>").percentEstimate(summary + "accuracy").raw("</td>");
            List.of("correct", "incorrect", "unevaluated", "failed")
                    .forEach(count -> page.raw("<td>").figure(summary + count, "").raw("</td>"));
            page.raw("</tr>\n");
        }
        page.endTable();
    }

    private void subjects(String key) {
        List<String> subjects = tree.elements(key + ".accuracy.data.per_subject");
        if (subjects.isEmpty()) {
            return;
        }
        boolean hasJoules = !tree.has(key + ".shares_unusable")
                && subjects.stream().anyMatch(one -> tree.has(one + "." + Dimension.ENERGY_JOULES.label()));
        boolean isPartly = hasJoules && subjects.stream().anyMatch(one -> tree.number(one + ".queries_with_energy")
                .orElse(0) < tree.number(one + ".scored").orElse(0));
        List<String> columns = new ArrayList<>(List.of("Subject", "Right", "Scored", "Accuracy"));
        columns.addAll(hasJoules ? List.of("Energy of a query, its share", "share IPJ") : List.of());
        columns.addAll(isPartly ? List.of("Queries whose joules are known") : List.of());
        head(key, "Subjects", columns);
        for (String one : subjects.subList(0, Math.min(subjects.size(), MAX_SUBJECTS))) {
            page.raw("<tr><th scope=\"row\">").text(one + ".subject").raw("</th><td>").figure(one + ".correct", "")
                    .raw("</td><td>").figure(one + ".scored", "").raw("</td><td>").percentEstimate(one + ".accuracy")
                    .raw("</td>");
            if (hasJoules) {
                page.raw("<td>").figure(one + "." + Dimension.ENERGY_JOULES.label(), "J").raw("</td>")
                        .cell(() -> estimate(one, "intelligence_per_share_joule", "1/J"));
            }
            if (isPartly) {
                page.raw("<td>").figure(one + ".queries_with_energy", "").raw("</td>");
            }
            page.raw("</tr>\n");
        }
        page.endTable();
        if (subjects.size() > MAX_SUBJECTS) {
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
        for (String one : tree.elements(list)) {
            page.raw("<tr><th scope=\"row\">").text(one + ".scope").raw("</th><td>").figure(one + ".queries", "")
                    .raw("</td>").cell(() -> estimate(one, RunFigure.JOULES_PER_QUERY.label(), "J"))
                    .cell(() -> estimate(one, RunFigure.INTELLIGENCE_PER_JOULE.label(), "1/J"))
                    .raw("<td>").figure(one + "." + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label(), "1/W")
                    .raw("</td></tr>\n");
        }
        page.endTable();
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
        page.endTable();
    }

    private void row(String one, String label, String figure, String unit) {
        page.raw("<tr><th scope=\"row\">" + label + "</th>").cell(() -> estimate(one, figure, unit))
                .raw("<td>").figure(one + ".queries", "").raw("</td></tr>\n");
    }

    private void estimate(String one, String figure, String unit) {
        page.estimate(one + "." + figure, one + "." + figure + "_low", one + "." + figure + "_high", unit);
    }

    private void head(String key, String title, List<String> columns) {
        page.raw("<div class=\"scroll\"><table><caption>" + title + " of ").text(key + ".name").raw(", intervals of ")
                .label("95 %").headings(columns);
    }
}
