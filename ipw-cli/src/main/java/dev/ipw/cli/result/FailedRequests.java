package dev.ipw.cli.result;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The failed requests of one kind.
 *
 * @param kind    the kind of failure
 * @param count   the number of requests
 * @param message the message of the first, on one line
 */
public record FailedRequests(FailureKind kind, long count, String message) {
    private static final int LONGEST_MESSAGE = 500;

    /** The gatherer of the failed requests of a run, by kind. */
    public static final class Gatherer implements RecordGatherer {
        private final Map<FailureKind, FailedRequests> byKind = new EnumMap<>(FailureKind.class);

        @Override
        public void add(RecordedQuery record) {
            if (record.hasFailed()) {
                RequestFailure failure = record.outcome().failure().orElseThrow();
                byKind.merge(failure.kind(), first(failure), (known, one) -> known.withOneMore());
            }
        }

        public List<FailedRequests> finish() {
            return List.copyOf(byKind.values());
        }
    }

    /** Gathers the failed requests of one run. */
    static List<FailedRequests> of(RunReader run) {
        Gatherer gatherer = new Gatherer();
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish();
    }

    private static FailedRequests first(RequestFailure failure) {
        return new FailedRequests(failure.kind(), 1, Redaction.excerpt(failure.message(), LONGEST_MESSAGE));
    }

    private FailedRequests withOneMore() {
        return new FailedRequests(kind, count + 1, message);
    }

    /** Formats the kind, the number, and the first message. */
    public String text() {
        return kind.label() + " (" + count + "): " + message;
    }

    TreeBuilder tree() {
        return TreeBuilder.object().put("kind", kind.label()).put("count", count).put("message", message);
    }
}
