package dev.ipw.engine.journal;

import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.util.Optional;
import java.util.Set;

/**
 * Iterate over the answers of a run without a verdict, in the journal's order: those not yet evaluated, and if wanted
 * those whose evaluation failed. The journal may grow meanwhile.
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
     * @param mostAttempts how often an answer may be judged in all; with 1, those without an evaluation
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
     * Return the evaluator.
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
     * Return how often an answer has been evaluated.
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
