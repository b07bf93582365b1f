package dev.ipw.results;

import java.util.Optional;
import java.util.Set;

/**
 * Go through the answers of a run that have no verdict, in the journal's order: those that nobody has judged, and if wanted
 * those that were judged in vain. The journal may grow meanwhile.
 */
public final class UnevaluatedAnswers implements AutoCloseable {
    private final JournalDigest digest;
    private final JournalQueries queries;
    private final int mostAttempts;
    private final int count;
    private int left;

    private UnevaluatedAnswers(RunDirectory directory, JournalDigest digest, int mostAttempts) {
        this.digest = digest;
        this.mostAttempts = mostAttempts;
        count = digest.unjudged(mostAttempts);
        left = digest.queries();
        queries = new JournalQueries(directory, digest);
    }

    /**
     * Look for them.
     *
     * @param directory    the run's directory, with its journal
     * @param mostAttempts how often an answer may be judged in all; with 1, those that nobody has judged
     * @return those that the journal holds now
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnevaluatedAnswers of(RunDirectory directory, int mostAttempts) {
        return new UnevaluatedAnswers(directory, JournalDigest.of(directory.journal()), mostAttempts);
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
     * Tell how often an answer has been judged.
     *
     * @param recordId the question's id
     * @return attempts, as the journal told when this was made
     */
    public int attempts(String recordId) {
        return digest.judged().attempts(recordId);
    }

    /**
     * Read the next one.
     *
     * @return the query; empty after the last
     */
    public Optional<FinishedQuery> next() {
        while (left > 0) {
            left--;
            Optional<FinishedQuery> next = queries.next();
            if (next.isEmpty() || isUnjudged(next.get())) {
                return next;
            }
        }
        return Optional.empty();
    }

    private boolean isUnjudged(FinishedQuery query) {
        return query.outcome().failure().isEmpty()
                && digest.judged().isOpen(query.question().id(), mostAttempts);
    }

    @Override
    public void close() {
        queries.close();
    }
}
