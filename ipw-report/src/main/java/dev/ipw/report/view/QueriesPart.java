package dev.ipw.report.view;

import dev.ipw.energy.EnergyReading;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.view.QueryTable.Verdict;
import dev.ipw.results.internal.format.CsvField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The table of some queries of a run, in an order and with a filter that its address has. */
final class QueriesPart {
    private static final int MAX_QUESTION = 120;
    private static final int MAX_CSV_ROWS = 200_000;
    /** The figures beside a question, with their headings. */
    private static final Map<Dimension, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put(Dimension.ENERGY_JOULES, "Energy");
        COLUMNS.put(Dimension.INPUT_TOKENS, "Tokens in");
        COLUMNS.put(Dimension.OUTPUT_TOKENS, "out");
        COLUMNS.put(Dimension.TIME_TO_FIRST_TOKEN, "TTFT");
        COLUMNS.put(Dimension.TIME_FROM_INTENDED_START, "Time");
        COLUMNS.put(Dimension.COST_USD, "Cost");
    }

    private final QueryTable table;
    private final QueryOrder order;
    private final int[] places;
    private final int rows;

    private QueriesPart(QueryTable table, QueryOrder order, int[] places, int rows) {
        this.table = table;
        this.order = order;
        this.places = places;
        this.rows = rows;
    }

    /** Creates the table of a page of an order. */
    static QueriesPart of(QueryTable table, QueryOrder order) {
        return new QueriesPart(table, order, table.places(order), QueryOrder.ROWS);
    }

    /** Creates a table of all of some queries. */
    static QueriesPart of(QueryTable table, QueryOrder order, int... places) {
        return new QueriesPart(table, order, places, Math.max(1, places.length));
    }

    /** Returns the places of the queries of this page. */
    int[] shown() {
        int from = (Math.min(order.page(), pages()) - 1) * rows;
        return Arrays.copyOfRange(places, from, Math.min(places.length, from + rows));
    }

    /** Returns the rows of this page as trees. */
    Map<String, @Nullable Object> tree() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        int[] shown = shown();
        List<ProfilingRecord> records = table.records(shown);
        for (int row = 0; row < shown.length; row++) {
            rows.add(row(shown[row], records.get(row)));
        }
        TreeBuilder counts = TreeBuilder.object();
        Arrays.stream(Verdict.values()).forEach(verdict -> counts.put(verdict.label(), table.count(verdict)));
        return TreeBuilder.object().put("found", (long) places.length).put("queries", (long) table.size())
                .put("page", (long) Math.min(order.page(), pages())).put("pages", (long) pages()).put("counts", counts)
                .put("queries_with_energy", table.known(Dimension.ENERGY_JOULES))
                .put("shares_trusted", table.areSharesTrusted()).put("times_usable", table.areTimesUsable())
                .put("rows", rows)
                .build();
    }

    private Map<String, @Nullable Object> row(int place, ProfilingRecord record) {
        EnergyReading energy = record.metrics().energy().headline();
        TreeBuilder row = TreeBuilder.object().put("row", place + 1L).put("record_id", record.question().id())
                .put("question", Excerpt.of(record.question().problem(), MAX_QUESTION))
                .put("subject", record.question().subject())
                .put("verdict", table.verdict(place).label())
                .put("failure", record.outcome().failure().map(failure -> Excerpt.of(failure.kind().label() + ": "
                        + failure.message(), MAX_QUESTION)));
        COLUMNS.keySet().forEach(column -> row.put(column.label(), column.of(record)));
        boolean isKnown = energy.isComplete() || !energy.isAvailable();
        return row.put("energy_joules_low", isKnown ? energy.lower() : OptionalDouble.empty())
                .put("energy_joules_high", isKnown ? energy.upper() : OptionalDouble.empty())
                .put("energy_provenance", energy.provenance().name()).put("energy_reason", energy.reason()).build();
    }

    /**
     * Writes the table.
     *
     * @param page     its page, whose tree has {@link #tree()} at the key
     * @param key      the key of the rows' tree
     * @param isServed whether links may carry an order
     */
    void write(Markup page, String key, boolean isServed) {
        Tree tree = page.tree();
        if (isServed) {
            filters(page, key);
        }
        page.raw(
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Queries\"><table class=\"queries\"><caption>")
                .figure(key + ".found", "").raw(" of ").figure(key + ".queries", "").raw(" queries")
                .raw(order.sort().map(sort -> ", by " + words(sort) + (order.isRising()
                        ? ", lowest first"
                        : ", highest first")).orElse(""))
                .raw("; ").figure(key + ".queries_with_energy", "")
                .raw(" have joules").raw(table.areSharesTrusted() ? "" : ", of which only the ranges are usable")
                .raw(table.areTimesUsable() ? "" : "; times are not usable")
                .raw("</caption><thead><tr><th scope=\"col\">Query</th><th scope=\"col\">Question</th>"
                        + "<th scope=\"col\">Verdict</th>");
        List<Dimension> columns = COLUMNS.keySet().stream().filter(column -> tree.elements(key + ".rows").stream()
                .anyMatch(row -> tree.has(row + "." + column.label()))).toList();
        columns.forEach(column -> heading(page, column, isServed));
        page.raw("</tr></thead><tbody>\n");
        tree.elements(key + ".rows").forEach(row -> row(page, tree, row, columns, isServed));
        page.endTable();
        if (isServed) {
            pages(page, key);
        }
    }

    /** Returns all found queries as CSV. */
    String csv() {
        if (places.length > MAX_CSV_ROWS) {
            throw new ConfigurationException(places.length + " queries are too many for a download of at most "
                    + MAX_CSV_ROWS + ". Filter them, or export the run");
        }
        StringBuilder csv = new StringBuilder("row,record_id,verdict,shares_trusted");
        QueryTable.SORTED.forEach(column -> csv.append(',').append(column.label()));
        csv.append('\n');
        List<String> ids = table.ids();
        for (int place : places) {
            csv.append(place + 1).append(",\"").append(CsvField.of(ids.get(place)).replace("\"", "\"\"")).append("\",")
                    .append(table.verdict(place).label()).append(',').append(table.areSharesTrusted());
            for (Dimension column : QueryTable.SORTED) {
                double value = table.value(column, place);
                csv.append(',').append(Double.isNaN(value) ? "" : String.valueOf(value));
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    private static String words(Dimension sort) {
        return sort == Dimension.ENERGY_JOULES ? "energy" : sort.words();
    }

    private int pages() {
        return Math.max(1, Math.ceilDiv(places.length, rows));
    }

    private void heading(Markup page, Dimension column, boolean isServed) {
        boolean isSorted = order.sort().equals(Optional.of(column));
        page.raw("<th scope=\"col\" class=\"n\"" + (isSorted
                ? " aria-sort=\"" + (order.isRising() ? "ascending" : "descending") + "\""
                : "") + ">");
        if (isServed) {
            page.raw("<a href=\"queries.html" + Markup.escaped(order.sortedBy(column).address()) + "\">"
                    + COLUMNS.get(column)
                    + (isSorted ? order.isRising() ? " \u25b4" : " \u25be" : "") + "</a></th>");
        } else {
            page.raw(COLUMNS.get(column) + "</th>");
        }
    }

    private void row(Markup page, Tree tree, String row, List<Dimension> columns, boolean isServed) {
        String number = tree.number(row + ".row").stream().mapToLong(value -> (long) value).mapToObj(Long::toString)
                .findFirst().orElse("");
        page.raw("<tr><th scope=\"row\"><a href=\"query-" + number + ".html"
                + (isServed ? Markup.escaped(order.at(1).address()) : "") + "\">").text(row + ".record_id")
                .raw("</a></th><td class=\"question\">").text(row + ".question");
        if (tree.has(row + ".failure")) {
            page.raw("<br/><span class=\"reason\">").text(row + ".failure").raw("</span>");
        }
        page.raw("</td>").cell(() -> verdict(page, row + ".verdict", tree.text(row + ".verdict").orElse("")));
        for (Dimension column : columns) {
            String figure = row + "." + column.label();
            page.raw("<td class=\"n\">");
            if (column == Dimension.ENERGY_JOULES) {
                ShareText.write(page, figure, figure + "_low", figure + "_high", table.areSharesTrusted(), true);
            } else {
                page.figure(figure, column.shownUnit());
            }
            page.raw("</td>");
        }
        page.raw("</tr>\n");
    }

    /** Writes a verdict in its colour. */
    static void verdict(Markup page, String key, String verdict) {
        String style = switch (verdict) {
            case "right" -> "valid";
            case "wrong", "failed" -> "invalid";
            default -> "unknown";
        };
        page.raw("<span class=\"badge " + style + "\">").text(key).raw("</span>");
    }

    private void filters(Markup page, String key) {
        page.raw("<form class=\"tools\" method=\"get\" action=\"queries.html\" role=\"search\">");
        order.sort()
                .ifPresent(sort -> page.raw("<input type=\"hidden\" name=\"sort\" value=\"" + sort.label() + "\"/>"));
        page.raw(order.isRising() ? "<input type=\"hidden\" name=\"order\" value=\"rising\"/>" : "");
        order.verdict().ifPresent(verdict -> page
                .raw("<input type=\"hidden\" name=\"verdict\" value=\"" + verdict.label() + "\"/>"));
        chip(page, key + ".queries", "all", Optional.empty());
        for (Verdict verdict : Verdict.values()) {
            if (table.count(verdict) > 0) {
                chip(page, key + ".counts." + verdict.label(), verdict.label(), Optional.of(verdict));
            }
        }
        page.raw(" <label>Text <input name=\"text\" value=\"")
                .raw(Markup.escaped(order.text().orElse("")))
                .raw("\"/></label> <button type=\"submit\">Filter</button> <a href=\"queries.csv")
                .raw(Markup.escaped(order.at(1).address())).raw("\">CSV</a></form>\n");
    }

    private void chip(Markup page, String key, String words, Optional<Verdict> verdict) {
        page.raw("<a class=\"chip\" href=\"queries.html" + Markup.escaped(order.having(verdict).address()) + "\""
                + (order.verdict().equals(verdict) ? " aria-current=\"true\"" : "") + ">" + words + " ").figure(key, "")
                .raw("</a> ");
    }

    private void pages(Markup page, String key) {
        if (pages() == 1) {
            return;
        }
        page.raw("<p class=\"tools\">Page ").figure(key + ".page", "").raw(" of ").figure(key + ".pages", "").raw(" ");
        if (order.page() > 1) {
            page.raw("<a rel=\"prev\" href=\"queries.html" + Markup.escaped(order.at(order.page() - 1).address())
                    + "\">\u2039 previous</a> ");
        }
        if (order.page() < pages()) {
            page.raw("<a rel=\"next\" href=\"queries.html" + Markup.escaped(order.at(order.page() + 1).address())
                    + "\">next \u203a</a>");
        }
        page.raw("</p>\n");
    }
}
