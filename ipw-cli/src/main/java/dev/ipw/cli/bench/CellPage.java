package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.internal.QueryActions;
import dev.ipw.analysis.internal.QueryActions.Kind;
import dev.ipw.analysis.internal.QueryActions.Taken;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cost of one cell's actions, in total and by query. Memory use grows with the number of listed queries only.
 *
 * @param cell    the cell
 * @param run     its run
 * @param actions the actions of all queries together
 * @param queries the first queries
 * @param count   the number of queries
 */
record CellPage(BenchCell cell, ProfileRun run, QueryActions actions, List<Query> queries, long count) {
    static final int FEW_QUERIES = 20;
    private static final int LONGEST_ID = 14;
    private static final String INDENT = "  ";

    /** Copies the list. */
    CellPage {
        queries = List.copyOf(queries);
    }

    /**
     * The actions of one query.
     *
     * @param row       its number, from 1
     * @param id        its record id
     * @param isCorrect whether it counts as correct
     * @param actions   its actions
     */
    record Query(long row, String id, Optional<Boolean> isCorrect, QueryActions actions) {}

    /** Reads a run once. */
    static CellPage of(BenchCell cell, ProfileRun run, int limit) {
        QueryActions all = new QueryActions();
        Listing listing = new Listing(limit);
        run.forEachQuery(query -> {
            all.add(query);
            listing.add(query);
        });
        return new CellPage(cell, run, all, listing.queries, listing.row);
    }

    /** The gatherer of the first queries. */
    private static final class Listing implements RecordGatherer {
        private final int limit;
        private final List<Query> queries = new ArrayList<>();
        private long row;

        private Listing(int limit) {
            this.limit = limit;
        }

        @Override
        public void add(RecordedQuery record) {
            row++;
            if (queries.size() < limit) {
                queries.add(new Query(row, record.id(), record.isCorrect(), QueryActions.of(record)));
            }
        }
    }

    /** Formats the page for a person. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(
                TextTable.paragraph(cell.text() + ": " + count + " queries", "", columns));
        text.append('\n').append(new ActionsText(actions).text(INDENT, columns)).append('\n');
        TextTable table = new TextTable(0, 3, 4, 5, 6, 7, 8, 9, 10).dropping(10, 9, 8, 6, 7, 5).headed().row("row",
                "id",
                "right", "s", "J",
                "calls", "J", "tools", "J", "idle s", "J");
        queries.forEach(query -> table.row(Long.toString(query.row()), ShownText.line(query.id(), LONGEST_ID),
                query.isCorrect().map(right -> right ? "yes" : "no").orElse("-"), seconds(query, Kind.QUERY),
                joules(query, Kind.QUERY), count(query, Kind.CALL), joules(query, Kind.CALL), count(query, Kind.TOOL),
                joules(query, Kind.TOOL), seconds(query, Kind.IDLE), joules(query, Kind.IDLE)));
        text.append(table.format(INDENT, columns));
        if (queries.size() < count) {
            text.append(INDENT).append(count - queries.size()).append(" more; --limit N lists more of them\n");
        }
        return text.append("\nRun: ").append(run.path()).append('\n').toString();
    }

    private static String count(Query query, Kind kind) {
        return Long.toString(query.actions().sum(kind).map(Taken::count).orElse(0L));
    }

    private static String seconds(Query query, Kind kind) {
        return query.actions().sum(kind).map(taken -> Figures.of(taken.seconds())).orElse("-");
    }

    private static String joules(Query query, Kind kind) {
        return query.actions().sum(kind).map(taken -> Figures.of(taken.joules())).orElse("-");
    }

    /** Returns the page as a tree. */
    TreeBuilder tree() {
        return TreeBuilder.object().put("run", run.path().toString()).put("agent", cell.agent())
                .put("model", cell.model()).put("dataset", cell.dataset()).put("queries", count)
                .put("actions", actions.tree())
                .put("listed", queries.stream().map(query -> TreeBuilder.object().put("row", query.row())
                        .put("record_id", query.id()).put("is_correct", query.isCorrect())
                        .put("actions", query.actions().tree()).build()).toList());
    }
}
