package dev.ipw.results;

import java.io.Closeable;
import java.util.Optional;

/** Go through the requests of a journal that count, in its order. */
final class JournalRequests implements Closeable {
    private final JournalReader reader;
    private final JournalDigest digest;
    private int entry;

    JournalRequests(RunDirectory directory, JournalDigest digest) {
        reader = JournalReader.open(directory.journal());
        this.digest = digest;
    }

    /** Read the next request; empty after the last. */
    Optional<JournalEntry.Finished> next() {
        Optional<JournalEntry.Finished> next = reader.next(JournalEntry.Finished.class);
        while (next.isPresent() && digest.isRepeated(entry++)) {
            next = reader.next(JournalEntry.Finished.class);
        }
        return next;
    }

    @Override
    public void close() {
        reader.close();
    }
}
