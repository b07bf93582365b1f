package dev.ipw.report;

import dev.ipw.analysis.AnalysisColumn;
import java.util.ArrayList;
import java.util.List;

/** The figures and tables of any analysis, including plugins, with the names and units of its result. */
final class ResultTables {
    private static final int MAX_ROWS = 40;

    private final Markup page;
    private final Tree tree;
    private final String key;
    private final String figures;
    private final String tables;

    /**
     * Creates the writer of a result.
     *
     * @param key the key of the result
     */
    ResultTables(Markup page, String key) {
        this.page = page;
        this.key = key;
        tree = page.tree();
        figures = ResultColumns.key(tree, key, "figures");
        tables = ResultColumns.key(tree, key, "tables");
    }

    void write() {
        if (tree.size(figures) > 0) {
            page.raw("<div class=\"scroll\"><table class=\"pairs\"><caption>Figures, with intervals where there are any"
                    + "</caption><tbody>\n");
            for (int place = 0; place < tree.size(figures); place++) {
                String column = figures + "." + place;
                page.raw("<tr><th scope=\"row\">").text(column + ".label").raw("</th><td>");
                cell(key + ".summary", column, tree.text(column + ".unit").orElse(""));
                page.raw("</td></tr>\n");
            }
            page.raw("</tbody></table></div>\n");
        }
        for (int place = 0; place < tree.size(tables); place++) {
            table(tables + "." + place);
        }
    }

    private void table(String table) {
        List<String> rows = rows(table);
        page.raw("<div class=\"scroll\"><table><caption>").text(table + ".title").raw("</caption><thead><tr>");
        for (int place = 0; place < tree.size(table + ".columns"); place++) {
            page.raw("<th scope=\"col\">").text(table + ".columns." + place + ".label").raw("</th>");
        }
        page.raw("</tr></thead><tbody>\n");
        rows.stream().limit(MAX_ROWS).forEach(row -> row(table, row));
        page.raw("</tbody></table></div>\n");
        if (rows.size() > MAX_ROWS) {
            page.raw("<p>Only the first are shown; all are in the JSON.</p>\n");
        }
    }

    /** Returns the keys of a table's rows: elements of a list, or fields of an object. */
    private List<String> rows(String table) {
        String data = key + ".data." + Tree.key(tree.text(table + ".name").orElse(""));
        List<String> rows = new ArrayList<>();
        tree.names(data).forEach(name -> rows.add(data + "." + Tree.key(name)));
        for (int place = 0; place < tree.size(data); place++) {
            rows.add(data + "." + place);
        }
        return rows;
    }

    private void row(String table, String row) {
        page.raw("<tr>");
        for (int place = 0; place < tree.size(table + ".columns"); place++) {
            String column = table + ".columns." + place;
            page.raw("<td>");
            if (tree.text(table + ".key").equals(tree.text(column + ".name"))) {
                page.label(Tree.last(row));
            } else {
                String unit = tree.text(column + ".unit").orElse("");
                cell(row, column, unit.equals(AnalysisColumn.UNIT_OF_ROW)
                        ? tree.text(row + "." + AnalysisColumn.UNIT).orElse("")
                        : unit);
            }
            page.raw("</td>");
        }
        page.raw("</tr>\n");
    }

    /** Returns whether a figure is shown in percent, as accuracy is everywhere. */
    private static boolean isShare(String key) {
        String name = Tree.last(key);
        return name.equals("accuracy") || name.endsWith("_accuracy") || name.endsWith("_share");
    }

    /** Returns the dollar unit of a figure; the cost per query or answer has a unit of its own. */
    private static String dollars(String key) {
        String unit = FigureUnit.of(Tree.last(key));
        return unit.startsWith("USD/") ? unit : "USD";
    }

    private void cell(String row, String column, String unit) {
        String one = row + "." + Tree.key(tree.text(column + ".name").orElse(""));
        if (tree.value(one) instanceof Number && unit.isEmpty() && isShare(one)) {
            page.percentEstimate(one);
        } else if (tree.value(one) instanceof Number) {
            page.estimate(one, one + "_low", one + "_high", unit.equals("USD") ? dollars(one) : unit);
        } else {
            page.value(one);
        }
        for (String note : List.of("_provenance", "_reason")) {
            if (tree.has(one + note)) {
                page.raw(" <span class=\"of\">").text(one + note).raw("</span>");
            }
        }
        if (tree.size(one + "_flags") > 0) {
            page.raw(" <span class=\"of\">").value(one + "_flags").raw("</span>");
        }
    }
}
