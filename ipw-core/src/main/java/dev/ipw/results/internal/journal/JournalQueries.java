package dev.ipw.results.internal.journal;

import dev.ipw.query.ModelCall;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queries of a run's journals that count, in the order of their ends, each with its calls. */
public final class JournalQueries implements Closeable {
    private final JournalDigest digest;
    private final List<Cursor> cursors = new ArrayList<>();

    public JournalQueries(JournalDigest digest) {
        this.digest = digest;
        try {
            for (int shard = 0; shard < digest.journals().files().size(); shard++) {
                cursors.add(new Cursor(shard));
            }
        } catch (RuntimeException unreadable) {
            close();
            throw unreadable;
        }
    }

    /** Reads the next query; empty after the last. */
    public Optional<FinishedQuery> next() {
        if (cursors.size() == 1) {
            return cursors.getFirst().read();
        }
        Optional<Cursor> first = cursors.stream().filter(cursor -> cursor.peek().isPresent())
                .min(Comparator.comparingLong(cursor -> cursor.peek().orElseThrow().outcome().endNanos()));
        return first.flatMap(Cursor::take);
    }

    @Override
    public void close() {
        cursors.forEach(cursor -> cursor.reader.close());
    }

    /** The place in one journal. */
    private final class Cursor {
        private final int shard;
        private final JournalReader reader;
        private final Map<String, List<ModelCall>> open = new HashMap<>();
        private Optional<FinishedQuery> ahead = Optional.empty();
        private boolean isRead;
        private int queries;
        private int calls;

        Cursor(int shard) {
            this.shard = shard;
            queries = digest.firstQuery(shard);
            calls = digest.firstCall(shard);
            reader = digest.journals().files().get(shard).open();
        }

        Optional<FinishedQuery> peek() {
            if (!isRead) {
                ahead = read();
                isRead = true;
            }
            return ahead;
        }

        Optional<FinishedQuery> take() {
            isRead = false;
            return ahead;
        }

        Optional<FinishedQuery> read() {
            for (Optional<JournalEntry> next = entry(); next.isPresent(); next = entry()) {
                if (next.get() instanceof JournalEntry.Called called) {
                    add(called);
                } else if (next.get() instanceof JournalEntry.Finished query && !digest.isRepeated(queries++)) {
                    List<ModelCall> ofTheQuery = Optional.ofNullable(open.remove(query.question().id()))
                            .orElse(List.of());
                    return Optional.of(inRun(new FinishedQuery(query.question(), query.evaluator(),
                            query.outcome(ofTheQuery), query.measured(), shard)));
                }
            }
            return Optional.empty();
        }

        /** Names the workspace of a shard's query in the run's folder, in which the shard's folder is. */
        private FinishedQuery inRun(FinishedQuery query) {
            Path folder = digest.journals().files().get(shard).file().toAbsolutePath().getParent();
            return digest.hasShards() && folder != null ? query.in(folder.getFileName()) : query;
        }

        private Optional<JournalEntry> entry() {
            return reader.next(List.of(JournalEntry.Called.class, JournalEntry.Finished.class));
        }

        private void add(JournalEntry.Called called) {
            int entry = calls++;
            if (!digest.isAbandoned(entry) && !digest.isIgnored(entry)) {
                open.computeIfAbsent(called.queryId(), id -> new ArrayList<>()).add(called.call());
            }
        }
    }
}
