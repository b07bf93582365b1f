package dev.ipw.cli;

import dev.ipw.inference.FailureKind;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestFailure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hold the failed requests of one kind.
 *
 * @param kind    how they failed
 * @param count   how many there are
 * @param message what was said of the first, on one line
 */
record FailedRequests(FailureKind kind, long count, String message) {
    private static final int LONGEST_MESSAGE = 500;

    /** Gather the failed requests of a run by their kind; the stream is closed. */
    static List<FailedRequests> of(Stream<ProfilingRecord> run) {
        Map<FailureKind, FailedRequests> byKind = new EnumMap<>(FailureKind.class);
        try (run) {
            run.map(record -> record.outcome().failure()).flatMap(Optional::stream).forEach(failure -> byKind.merge(
                    failure.kind(), first(failure), (known, one) -> known.withOneMore()));
        }
        return List.copyOf(byKind.values());
    }

    private static FailedRequests first(RequestFailure failure) {
        // A server may send anything: control characters would reach the terminal.
        String line = failure.message().replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return new FailedRequests(failure.kind(), 1,
                line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "..." : line);
    }

    private FailedRequests withOneMore() {
        return new FailedRequests(kind, count + 1, message);
    }

    /** Write the kind, how many there are, and what was said of the first. */
    String text() {
        return kind.label() + " (" + count + "): " + message;
    }

    TreeBuilder tree() {
        return TreeBuilder.object().put("kind", kind.label()).put("count", count).put("message", message);
    }
}
