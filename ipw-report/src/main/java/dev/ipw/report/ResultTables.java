package dev.ipw.report;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The figures and tables of any analysis, including plugins, with the names and units of its result. */
final class ResultTables {
    private static final int MAX_ROWS = 40;

    private final Markup page;
    private final AnalysisResult result;
    private final String key;
    private final String figures;
    private final String tables;

    /**
     * Creates the writer of a result.
     *
     * @param key    the key of the result in the report's JSON
     * @param result the result
     */
    ResultTables(Markup page, String key, AnalysisResult result) {
        this.page = page;
        this.key = key;
        this.result = result;
        figures = ResultColumns.key(page.tree(), key, "figures");
        tables = ResultColumns.key(page.tree(), key, "tables");
    }

    void write() {
        if (!result.figures().isEmpty()) {
            page.raw("<div class=\"scroll\"><table class=\"pairs\"><caption>Figures, with intervals where there are any"
                    + "</caption><tbody>\n");
            for (int place = 0; place < result.figures().size(); place++) {
                page.raw("<tr><th scope=\"row\">").text(figures + "." + place + ".label").raw("</th><td>");
                cell(key + ".summary", result.figures().get(place));
                page.raw("</td></tr>\n");
            }
            page.endTable();
        }
        for (int place = 0; place < result.tables().size(); place++) {
            table(tables + "." + place, result.tables().get(place));
        }
    }

    private void table(String description, AnalysisTable table) {
        page.raw("<div class=\"scroll\"><table><caption>").text(description + ".title")
                .raw("</caption><thead><tr>");
        for (int place = 0; place < table.columns().size(); place++) {
            page.raw("<th scope=\"col\">").text(description + ".columns." + place + ".label").raw("</th>");
        }
        page.raw("</tr></thead><tbody>\n");
        for (int place = 0; place < Math.min(table.rows().size(), MAX_ROWS); place++) {
            row(table, place);
        }
        page.endTable();
        if (table.rows().size() > MAX_ROWS) {
            page.raw("<p>Only the first are shown; all are in the JSON.</p>\n");
        }
    }

    /** Writes a row, which is an element of a list, or the field of an object that its key names. */
    private void row(AnalysisTable table, int place) {
        List<AnalysisValue> values = table.rows().get(place);
        Object name = table.key().<Object>flatMap(column -> table.value(values, column).text()).orElse(place);
        page.raw("<tr>");
        for (AnalysisFigure figure : table.figures(values)) {
            page.raw("<td>");
            if (table.key().filter(figure.column().name()::equals).isPresent()) {
                page.label(String.valueOf(name));
            } else {
                cell(key + ".data." + Tree.key(table.name(), name), figure);
            }
            page.raw("</td>");
        }
        page.raw("</tr>\n");
    }

    private void cell(String row, AnalysisFigure figure) {
        String one = row + "." + figure.column().name();
        AnalysisValue value = figure.value();
        if (value.number().isPresent()) {
            page.estimate(one, figure.column());
        } else {
            page.value(one);
        }
        value.provenance().ifPresent(any -> note(one + "_provenance"));
        value.reason().ifPresent(any -> note(one + "_reason"));
        if (!value.flags().isEmpty()) {
            note(one + "_flags");
        }
        // The reasons of a run's marks stand with its warnings.
        for (int mark = 0; mark < value.marks().size(); mark++) {
            note(one + "_marks." + mark + ".level");
        }
    }

    private void note(String note) {
        page.raw(" <span class=\"of\">").value(note).raw("</span>");
    }
}
