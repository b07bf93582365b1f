package dev.ipw.report;

import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/**
 * The table of the regression: each figure against the lengths of prompt and answer together, with the intervals of
 * the coefficients.
 */
record RegressionTable(Markup page, Tree tree) {
    /** Writes a table for each run. */
    void write() {
        int runs = tree.runs();
        for (int run = 0; run < runs; run++) {
            if (!known(run).isEmpty()) {
                table("runs." + run, joint(run), known(run));
            }
            steps("runs." + run, Tree.key("runs", run, "regression", "data", "steps"));
        }
        new WarningList(page, tree).ofAnalysis("regression");
    }

    private static String joint(int run) {
        return Tree.key("runs", run, "regression", "data", "joint");
    }

    private List<String> known(int run) {
        return tree.names(joint(run)).stream()
                .filter(name -> tree.size(joint(run) + "." + Tree.key(name) + ".terms") > 0).toList();
    }

    private void table(String run, String joint, List<String> known) {
        page.raw("<div class=\"scroll\"><table><caption>Cost of one more token, ").text(run + ".name")
                .raw(": least squares on prompt and answer together, intervals (").label("HC3").raw(") of ")
                .label("95 %")
                .raw("</caption><thead><tr><th scope=\"col\">"
                        + "Figure</th>");
        List<String> terms = List.of("intercept", "input_tokens", "output_tokens");
        terms.forEach(term -> page.heading(DimensionWords.spaced(term)));
        page.raw("<th scope=\"col\">").label("r2").raw("</th><th scope=\"col\">Queries</th></tr></thead><tbody>\n");
        for (String figure : known) {
            String one = joint + "." + Tree.key(figure);
            page.raw("<tr><th scope=\"row\">").label(DimensionWords.spaced(figure)).raw("</th>");
            String unit = tree.text(one + ".unit").orElse("");
            terms.forEach(term -> page.cell(() -> places(one, term).forEach(place -> page.estimate(place + ".value",
                    place + ".low", place + ".high", term.equals("intercept") ? unit : unit + "/token"))));
            page.raw("<td>").figure(one + ".r2", "").raw("</td><td>").figure(one + ".count", "").raw("</td></tr>\n");
        }
        page.endTable();
        basis(run + ".regression.summary.");
    }

    /** Writes the fit on the devices' own steps, if queries have only shares of their joules. */
    private void steps(String run, String steps) {
        if (tree.size(steps) == 0) {
            return;
        }
        page.raw("<div class=\"scroll\"><table><caption>Cost of a token where requests overlapped, ")
                .text(run + ".name")
                .raw(": the steps of each device's counter, regressed on the work in them, ESTIMATED</caption><thead><tr>"
                        + "<th scope=\"col\">Device</th><th scope=\"col\">Token of the prompt</th>"
                        + "<th scope=\"col\">Token of the answer</th><th scope=\"col\">Least by any rule</th>"
                        + "<th scope=\"col\">Most</th><th scope=\"col\">")
                .label("r2").raw("</th></tr></thead><tbody>\n");
        for (String one : tree.elements(steps)) {
            page.raw("<tr><th scope=\"row\">").text(one + ".device").raw("</th>");
            for (String token : List.of("input_token", "output_token")) {
                String place = one + "." + token;
                page.raw("<td>").estimate(place + ".value", place + ".low", place + ".high", "J/token").raw("</td>");
            }
            for (String bound : List.of("lowest", "highest")) {
                page.raw("<td>").figure(one + ".output_token_by_rule." + bound, "J/token").raw("</td>");
            }
            page.raw("<td>").figure(one + ".r2", "").raw("</td></tr>\n");
        }
        page.endTable();
    }

    /** Writes the scope and source of the joules and watts in the fits. */
    private void basis(String summary) {
        if (tree.has(summary + "joint_basis")) {
            page.raw("<p class=\"about\">The table uses joules and watts of: ").text(summary + "joint_basis").raw(", ")
                    .text(summary + "joint_provenance").raw(". The lines in the charts use joules of: ")
                    .text(summary + "energy_basis").raw("; watts of: ").text(summary + "power_basis")
                    .raw(".</p>\n");
        }
    }

    private List<String> places(String figure, String term) {
        return tree.elements(figure + ".terms").stream()
                .filter(key -> tree.text(key + ".name").filter(term::equals).isPresent()).toList();
    }
}
