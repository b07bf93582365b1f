package dev.ipw.report.query;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.RecordedQuery;
import dev.ipw.report.findings.RunFindings;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The failed queries of a run by cause: those of one kind whose messages differ in numbers at most. */
public final class FailureCauses {
    private static final int MAX_CAUSES = 50;
    private static final double NANOS = 1e9;
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private final Map<String, Cause> causes = new LinkedHashMap<>();

    /**
     * A cause, with the first query that failed so.
     *
     * @param kind         the kind of failure
     * @param message      the message of the first
     * @param place        the place of the first among all queries, from 0
     * @param id           the record of the first
     * @param question     the question of the first
     * @param startSeconds the time at which the first was sent, since the run's anchor
     * @param count        the number of such queries
     */
    public record Cause(String kind, String message, long place, String id, String question, double startSeconds,
            long count) {
        private Cause withOneMore() {
            return new Cause(kind, message, place, id, question, startSeconds, count + 1);
        }

        /** Returns the cause as a tree, to which more may be added. */
        public TreeBuilder tree() {
            return TreeBuilder.object().put("kind", kind).put("message", RunFindings.shortened(message))
                    .put("count", count).put("record_id", RunFindings.shortened(id))
                    .put("question", RunFindings.shortened(question)).put("start_seconds", startSeconds);
        }
    }

    /**
     * Counts a query, if it failed.
     *
     * @param record the query
     * @param place  its place among all queries, from 0
     */
    public void add(RecordedQuery record, long place) {
        if (record.hasFailed()) {
            record.outcome().failure().ifPresent(failure -> add(failure, record, place));
        }
    }

    private void add(RequestFailure failure, RecordedQuery record, long place) {
        String kind = failure.kind().label();
        String cause = kind + " " + DIGITS.matcher(failure.message()).replaceAll("#");
        // Beyond the first causes, those of a kind count as one.
        String key = causes.containsKey(cause) || causes.size() < MAX_CAUSES ? cause : kind;
        causes.merge(key, new Cause(kind, key.equals(cause) ? failure.message() : "other messages", place, record.id(),
                record.question().problem(), record.timeline().serviceStartNanos() / NANOS, 1),
                (known, one) -> known.withOneMore());
    }

    /** Lists the causes, the most frequent first. */
    public List<Cause> list() {
        return causes.values().stream().sorted(Comparator.comparingLong(Cause::count).reversed()).toList();
    }
}
