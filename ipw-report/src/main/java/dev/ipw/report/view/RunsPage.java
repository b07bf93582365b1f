package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of runs: sorted, filtered, and with some of them chosen for a comparison. */
final class RunsPage {
    private static final String SORT = "sort";
    private static final String RISING = "rising";
    private static final String STARTED = "started_at";
    /** The columns by which the table is sorted, and their headings. */
    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("name", "Run");
        COLUMNS.put("model", "Model");
        COLUMNS.put("dataset", "Dataset");
        Arrays.stream(ListedFigure.values()).forEach(figure -> COLUMNS.put(figure.label(), figure.heading()));
        COLUMNS.put(STARTED, "When (UTC)");
    }

    private final PageAddress address;
    private final List<Map<String, @Nullable Object>> all;
    private final List<Map<String, @Nullable Object>> rows;
    private final List<Map<String, @Nullable Object>> series;
    private final boolean isServed;
    private final Markup page;

    private RunsPage(PageAddress address, List<Map<String, @Nullable Object>> all, boolean isServed,
            boolean isForPrograms) {
        this.address = address;
        this.all = all;
        this.isServed = isServed;
        List<Map<String, @Nullable Object>> shown = all.stream().filter(this::isShown).toList();
        series = series(shown);
        rows = sorted(isForPrograms || isWithin() ? shown : withSeries(shown));
        page = new Markup(new Tree(tree()));
    }

    static ViewPage of(PageAddress address, List<Map<String, @Nullable Object>> rows, boolean isServed) {
        return new RunsPage(address, rows, isServed, false).write();
    }

    /** Returns the table as a tree. */
    static Map<String, @Nullable Object> tree(PageAddress address, List<Map<String, @Nullable Object>> rows) {
        return new RunsPage(address, rows, true, true).tree();
    }

    private Map<String, @Nullable Object> tree() {
        return TreeBuilder.object().put("version", (long) RunBrowser.API_VERSION).put("count", (long) all.size())
                .put("shown", rows.stream().filter(row -> !"series".equals(row.get("state"))).count())
                .put("series_count", (long) series.size()).put("runs", rows).put("series", series).build();
    }

    /** Returns whether the runs of series are listed one by one. */
    private boolean isWithin() {
        return address.parameter("within").isPresent();
    }

    private static boolean isSeries(Map<String, @Nullable Object> row) {
        return "series".equals(row.get("state"));
    }

    /** Returns a row for each series of some runs. */
    private List<Map<String, @Nullable Object>> series(List<Map<String, @Nullable Object>> runs) {
        Map<String, List<Map<String, @Nullable Object>>> bySeries = new LinkedHashMap<>();
        runs.stream().filter(row -> row.get("series_id") != null).forEach(row -> bySeries
                .computeIfAbsent(String.valueOf(row.get("series_id")), any -> new ArrayList<>()).add(row));
        return bySeries.entrySet().stream().map(one -> new BrowsedSeries(one.getKey(),
                Path.of(String.valueOf(one.getValue().getFirst().get("folder"))).resolveSibling("").normalize())
                .row(one.getValue())).toList();
    }

    private List<Map<String, @Nullable Object>> withSeries(List<Map<String, @Nullable Object>> runs) {
        List<Map<String, @Nullable Object>> rowsOfBoth = new ArrayList<>(series);
        runs.stream().filter(row -> row.get("series_id") == null).forEach(rowsOfBoth::add);
        return rowsOfBoth;
    }

    private boolean isShown(Map<String, @Nullable Object> row) {
        Optional<String> text = address.parameter("text").map(words -> words.toLowerCase(Locale.ROOT));
        return isEqual(row, "model") && isEqual(row, "dataset")
                && (address.parameter("valid").isEmpty() || "valid".equals(row.get("times")))
                && (text.isEmpty() || Stream.of("name", "folder", "series", "model", "dataset").map(row::get)
                        .anyMatch(value -> String.valueOf(value).toLowerCase(Locale.ROOT).contains(text.get())));
    }

    private boolean isEqual(Map<String, @Nullable Object> row, String column) {
        return address.parameter(column).map(wanted -> wanted.equals(row.get(column))).orElse(true);
    }

    private String sort() {
        return address.parameter(SORT).filter(COLUMNS::containsKey).orElse(STARTED);
    }

    private boolean isRising() {
        return address.parameter("order").filter(RISING::equals).isPresent();
    }

    private List<Map<String, @Nullable Object>> sorted(List<Map<String, @Nullable Object>> chosen) {
        List<Map<String, @Nullable Object>> sorted = new ArrayList<>(chosen);
        String column = sort();
        int sign = isRising() ? 1 : -1;
        // A live run comes first; one without the figure comes last in both directions.
        sorted.sort(Comparator.comparing((Map<String, @Nullable Object> row) -> !"going".equals(row.get("state")))
                .thenComparing((Map<String, @Nullable Object> row) -> row.get(column) == null)
                .thenComparing((one, other) -> sign * compare(one.get(column), other.get(column))));
        return sorted;
    }

    private static int compare(@Nullable Object one, @Nullable Object other) {
        return one instanceof Number first && other instanceof Number second
                ? Double.compare(first.doubleValue(), second.doubleValue())
                : String.valueOf(one).compareTo(String.valueOf(other));
    }

    private ViewPage write() {
        page.raw("<h1>Runs</h1>\n");
        if (all.isEmpty()) {
            page.raw("<p class=\"lead\">There is no run in these folders yet.</p>\n");
            return PageFrame.page(address, "Runs", "", page);
        }
        if (isServed) {
            filters();
        }
        if (rows.stream().anyMatch(row -> Boolean.TRUE.equals(row.get("pending")))) {
            page.raw(
                    "<p class=\"lead\" data-reload=\"1\" role=\"status\">Reading runs: figures fill in by themselves.</p>\n");
        }
        page.raw("<form action=\"compare.html\" method=\"get\">");
        if (isServed) {
            page.raw(
                    "<p class=\"tools\"><button type=\"submit\">Compare the ticked runs</button> <button type=\"submit\" "
                            + "formaction=\"trend.html\">Trend of similar runs</button></p>\n");
        }
        page.raw(
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Runs\"><table class=\"runs-table\"><caption>")
                .count("shown", "single run");
        if (rows.stream().anyMatch(RunsPage::isSeries)) {
            page.raw(", ").count("series_count", "series or benchmark").raw(";");
        }
        page.raw(" of ").count("count", "run");
        page.raw("; intervals of ").label("95 %")
                .raw("</caption><thead><tr>");
        if (isServed) {
            page.raw("<td></td>");
        }
        COLUMNS.forEach((column, words) -> heading(column, words));
        page.raw("<th scope=\"col\">Energy</th><th scope=\"col\">Times</th></tr></thead><tbody>\n");
        for (int row = 0; row < rows.size(); row++) {
            row("runs." + row, rows.get(row));
        }
        page.endTable().raw("</form>\n");
        return PageFrame.page(address, "Runs", "", page);
    }

    private void filters() {
        page.raw("<form class=\"tools\" method=\"get\" action=\"index.html\" role=\"search\">");
        for (String kept : List.of(SORT, "order")) {
            address.parameter(kept).ifPresent(value -> page.raw("<input type=\"hidden\" name=\"" + kept + "\" value=\""
                    + Markup.escaped(value) + "\"/>"));
        }
        choice("model");
        choice("dataset");
        page.raw("<label>Text <input name=\"text\" value=\"")
                .raw(Markup.escaped(address.parameter("text").orElse(""))).raw("\"/></label> ")
                .raw("<label><input type=\"checkbox\" name=\"valid\" value=\"1\""
                        + (address.parameter("valid").isPresent() ? " checked=\"checked\"" : "")
                        + "/> valid times only</label> ")
                .raw("<label><input type=\"checkbox\" name=\"within\" value=\"1\""
                        + (isWithin() ? " checked=\"checked\"" : "") + "/> runs of series one by one</label> ")
                .raw("<button type=\"submit\">Filter</button></form>\n");
    }

    private void choice(String column) {
        List<String> values = all.stream().map(row -> row.get(column)).filter(String.class::isInstance)
                .map(String.class::cast).distinct().sorted().toList();
        String chosen = address.parameter(column).orElse("");
        page.raw("<label>" + COLUMNS.get(column) + " <select name=\"" + column + "\"><option value=\"\">all</option>");
        values.forEach(value -> page.raw("<option data-text=\"1\"" + (value.equals(chosen)
                ? " selected=\"selected\""
                : "") + ">").raw(Markup.escaped(value)).raw("</option>"));
        page.raw("</select></label> ");
    }

    private void heading(String column, String words) {
        boolean isSorted = column.equals(sort());
        page.raw("<th scope=\"col\"" + (isSorted
                ? " aria-sort=\"" + (isRising() ? "ascending" : "descending") + "\""
                : "") + ">");
        if (isServed) {
            Map<String, String> parameters = new LinkedHashMap<>(address.parameters());
            parameters.put(SORT, column);
            parameters.put("order", isSorted && !isRising() ? RISING : "");
            page.raw("<a href=\"index.html" + Markup.escaped(PageAddress.query(parameters)) + "\">").label(words)
                    .raw((isSorted ? isRising() ? " \u25b4" : " \u25be" : "") + "</a></th>");
        } else {
            page.label(words).raw("</th>");
        }
    }

    private void series(String key, Map<String, @Nullable Object> row) {
        page.raw(isServed ? "<tr><td></td>" : "<tr>").raw("<th scope=\"row\"><a href=\"series/"
                + PageAddress.segment(String.valueOf(row.get("id"))) + "/index.html\">").text(key + ".name")
                .raw("</a></th><td>").text(key + ".model").raw("</td><td>").text(key + ".dataset")
                .raw("</td><td colspan=\"" + ListedFigure.values().length + "\"><span class=\"badge\">")
                .text(key + ".kind").raw("</span> of ").figure(key + ".count", "").raw(" runs</td><td>")
                .text(key + ".day").raw("</td><td></td><td></td></tr>\n");
    }

    private void row(String key, Map<String, @Nullable Object> row) {
        if (isSeries(row)) {
            series(key, row);
            return;
        }
        String id = String.valueOf(row.get("id"));
        page.raw("<tr>");
        if (isServed) {
            page.raw("<td><input type=\"checkbox\" name=\"run\" value=\"" + Markup.escaped(id)
                    + "\" aria-label=\"Choose " + Markup.escaped(id) + "\"/></td>");
        }
        boolean isFinished = "finished".equals(row.get("state"));
        if (isServed || isFinished) {
            page.raw("<th scope=\"row\"><a href=\"runs/" + PageAddress.segment(id) + "/index.html\">")
                    .text(key + ".name").raw("</a>");
        } else {
            page.raw("<th scope=\"row\">").text(key + ".name");
        }
        if (row.get("series") != null) {
            page.raw("<br/><span class=\"of\">of <a href=\"series/"
                    + PageAddress.segment(String.valueOf(row.get("series_id"))) + "/index.html\">")
                    .text(key + ".series").raw("</a></span>");
        }
        page.raw("</th>");
        if (!isFinished) {
            page.raw("<td colspan=\"10\"><span class=\"badge "
                    + ("going".equals(row.get("state")) ? "energy" : "invalid")
                    + "\">").label(String.valueOf(row.get("state")).replace('_', ' ')).raw("</span> ");
            if (row.get("reason") != null) {
                page.text(key + ".reason");
            }
            page.raw("</td></tr>\n");
            return;
        }
        page.cell(() -> page.text(key + ".model")).cell(() -> page.text(key + ".dataset"));
        for (ListedFigure figure : ListedFigure.values()) {
            page.cell(() -> {
                figure.write(page, key);
                if (figure == ListedFigure.TIME_TO_FIRST_TOKEN && !"valid".equals(row.get("times"))
                        && row.get(figure.label()) != null) {
                    page.raw(" <b class=\"mark limited\">?</b>");
                }
            });
        }
        page.cell(() -> page.text(key + ".day"));
        page.raw("<td><span class=\"badge " + ("measured".equals(row.get("energy"))
                ? "valid"
                : "unavailable".equals(row.get("energy")) ? "invalid" : "doubtful") + "\">").text(key + ".energy")
                .raw("</span></td><td><span class=\"badge " + times(row) + "\">");
        if (row.get("times") == null) {
            page.raw("not judged");
        } else {
            page.text(key + ".times");
        }
        page.raw("</span>");
        if (row.get("failed") instanceof Number failed && failed.longValue() > 0) {
            page.raw(" <span class=\"badge doubtful\">").figure(key + ".failed", "").raw(" of ")
                    .figure(key + ".queries", "").raw(" failed</span>");
        }
        page.raw("</td></tr>\n");
    }

    private static String times(Map<String, @Nullable Object> row) {
        return row.get("times") instanceof String level && List.of("valid", "doubtful", "invalid").contains(level)
                ? level
                : "unknown";
    }
}
