package dev.ipw.results.internal.journal;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict of each request: that of its last attempt. Answers are evaluated in their order, in each attempt again,
 * so that verdicts are read along with the requests, those of each attempt separately; only those of a journal in
 * another order wait in memory.
 */
public final class LatestEvaluations implements Closeable {
    private final EvaluatedAnswers judged;
    private final List<List<Attempt>> shards = new ArrayList<>();

    public LatestEvaluations(JournalDigest digest) {
        judged = digest.judged();
        try {
            for (RunJournals.ShiftedJournal journal : digest.journals().files()) {
                List<Attempt> attempts = new ArrayList<>();
                shards.add(attempts);
                for (int attempt = 1; attempt <= judged.mostAttempts(); attempt++) {
                    attempts.add(new Attempt(attempt, judged, journal.open()));
                }
            }
        } catch (RuntimeException unreadable) {
            close();
            throw unreadable;
        }
    }

    /** Returns the number of evaluations of the answer to a request. */
    public int attempts(String recordId) {
        return judged.attempts(recordId);
    }

    /** Returns the verdict of a request; empty if it was not evaluated. May be called once for each. */
    public Optional<JournalEntry.Evaluated> of(FinishedQuery query) {
        int last = judged.attempts(query.question().id());
        return last == 0 ? Optional.empty() : shards.get(query.shard()).get(last - 1).of(query.question().id());
    }

    @Override
    public void close() {
        shards.stream().flatMap(List::stream).forEach(attempt -> attempt.reader.close());
    }

    /** A reader of the verdicts of one attempt. */
    private static final class Attempt {
        private final int number;
        private final EvaluatedAnswers judged;
        private final JournalReader reader;
        private final Map<String, JournalEntry.Evaluated> waiting = new HashMap<>();

        Attempt(int number, EvaluatedAnswers judged, JournalReader reader) {
            this.number = number;
            this.judged = judged;
            this.reader = reader;
        }

        public Optional<JournalEntry.Evaluated> of(String recordId) {
            JournalEntry.Evaluated known = waiting.remove(recordId);
            while (known == null) {
                Optional<JournalEntry.Evaluated> next = reader.next(JournalEntry.Evaluated.class);
                if (next.isEmpty()) {
                    return Optional.empty();
                }
                if (next.get().attempt() == number && next.get().recordId().equals(recordId)) {
                    known = next.get();
                } else if (isLast(next.get())) {
                    waiting.put(next.get().recordId(), next.get());
                }
            }
            return Optional.of(known);
        }

        /** Returns whether a verdict is of this attempt, and none is later. */
        private boolean isLast(JournalEntry.Evaluated verdict) {
            return verdict.attempt() == number && judged.attempts(verdict.recordId()) == number;
        }
    }
}
