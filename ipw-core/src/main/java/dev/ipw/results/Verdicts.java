package dev.ipw.results;

import dev.ipw.evaluation.Evaluation;
import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Find the verdict of each request. Answers are judged in the order in which they came, so verdicts are read along with the
 * requests; only those of a journal in another order wait in memory.
 */
final class Verdicts implements Closeable {
    private final JournalReader reader;
    private final JournalDigest digest;
    private final Map<String, Evaluation> waiting = new HashMap<>();

    Verdicts(RunDirectory directory, JournalDigest digest) {
        reader = JournalReader.open(directory.journal());
        this.digest = digest;
    }

    /** Give the verdict of a request; empty if nobody judged it. To be asked once for each. */
    Optional<Evaluation> of(String recordId) {
        if (!digest.isJudged(recordId)) {
            return Optional.empty();
        }
        Evaluation known = waiting.remove(recordId);
        while (known == null) {
            Optional<JournalEntry.Judged> next = reader.next(JournalEntry.Judged.class);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            if (next.get().recordId().equals(recordId)) {
                known = next.get().evaluation();
            } else {
                waiting.put(next.get().recordId(), next.get().evaluation());
            }
        }
        return Optional.of(known);
    }

    @Override
    public void close() {
        reader.close();
    }
}
