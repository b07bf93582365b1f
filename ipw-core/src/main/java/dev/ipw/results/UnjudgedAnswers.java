package dev.ipw.results;

import java.util.Optional;
import java.util.Set;

/** Go through the answers of a run that nobody has judged, in the journal's order. The journal may grow meanwhile. */
public final class UnjudgedAnswers implements AutoCloseable {
    private final JournalDigest digest;
    private final JournalRequests requests;
    private final int count;
    private int left;

    private UnjudgedAnswers(RunDirectory directory, JournalDigest digest) {
        this.digest = digest;
        count = digest.unjudged();
        left = digest.times().size();
        requests = new JournalRequests(directory, digest);
    }

    /**
     * Look for them.
     *
     * @param directory the run's directory, with its journal
     * @return those that the journal holds now
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnjudgedAnswers of(RunDirectory directory) {
        return new UnjudgedAnswers(directory, JournalDigest.of(directory.journal()));
    }

    /**
     * Give what was asked of the run.
     *
     * @return its configuration
     * @throws dev.ipw.error.InputException if the journal does not say it
     */
    public RunConfiguration configuration() {
        return digest.configuration();
    }

    /**
     * Name who is to judge.
     *
     * @return the evaluators of all requests of the run
     */
    public Set<String> evaluators() {
        return Set.copyOf(digest.evaluators());
    }

    /**
     * Count them.
     *
     * @return how many answers have no verdict
     */
    public int count() {
        return count;
    }

    /**
     * Read the next one.
     *
     * @return the request; empty after the last
     */
    public Optional<JournalEntry.Finished> next() {
        while (left > 0) {
            left--;
            Optional<JournalEntry.Finished> next = requests.next();
            if (next.isEmpty() || isUnjudged(next.get())) {
                return next;
            }
        }
        return Optional.empty();
    }

    private boolean isUnjudged(JournalEntry.Finished request) {
        return request.outcome().failure().isEmpty() && !digest.isJudged(request.question().id());
    }

    @Override
    public void close() {
        requests.close();
    }
}
