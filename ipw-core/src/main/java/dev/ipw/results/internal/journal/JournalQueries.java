package dev.ipw.results.internal.journal;

import dev.ipw.query.ModelCall;
import dev.ipw.run.RunDirectory;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queries of a journal that count, in the order of their ends, each with its calls. */
public final class JournalQueries implements Closeable {
    private final JournalReader reader;
    private final JournalDigest digest;
    private final Map<String, List<ModelCall>> open = new HashMap<>();
    private int queries;
    private int calls;

    public JournalQueries(RunDirectory directory, JournalDigest digest) {
        reader = JournalReader.open(directory.journal());
        this.digest = digest;
    }

    /** Reads the next query; empty after the last. */
    public Optional<FinishedQuery> next() {
        for (Optional<JournalEntry> next = read(); next.isPresent(); next = read()) {
            if (next.get() instanceof JournalEntry.Called called) {
                take(called);
            } else if (next.get() instanceof JournalEntry.Finished query && !digest.isRepeated(queries++)) {
                List<ModelCall> ofTheQuery = Optional.ofNullable(open.remove(query.question().id())).orElse(List.of());
                return Optional.of(new FinishedQuery(query.question(), query.evaluator(), query.outcome(ofTheQuery),
                        query.measured()));
            }
        }
        return Optional.empty();
    }

    private Optional<JournalEntry> read() {
        return reader.next(List.of(JournalEntry.Called.class, JournalEntry.Finished.class));
    }

    private void take(JournalEntry.Called called) {
        int entry = calls++;
        if (!digest.isAbandoned(entry) && !digest.isIgnored(entry)) {
            open.computeIfAbsent(called.queryId(), id -> new ArrayList<>()).add(called.call());
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
