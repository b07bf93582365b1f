package dev.ipw.engine.journal;

import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Iterate over the answers of a run without a verdict, in the journal's order: those not yet evaluated, and if wanted
 * those whose evaluation failed or told nothing. The journal may grow meanwhile.
 */
public final class UnevaluatedAnswers implements AutoCloseable {
    private final Path run;
    private final JournalDigest digest;
    private final JournalQueries queries;
    private final Predicate<String> wanted;
    private final int count;
    private int left;

    private UnevaluatedAnswers(RunDirectory directory, JournalDigest digest, Predicate<String> wanted, int count) {
        run = directory.path();
        this.digest = digest;
        this.wanted = wanted;
        this.count = count;
        left = digest.queries();
        queries = new JournalQueries(directory, digest);
    }

    /**
     * Looks for them.
     *
     * @param directory    the run's directory, with its journal
     * @param mostAttempts how often an answer may be judged in all; with 1, those without an evaluation
     * @return those that the journal holds now
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnevaluatedAnswers of(RunDirectory directory, int mostAttempts) {
        JournalDigest digest = JournalDigest.of(directory.journal());
        return new UnevaluatedAnswers(directory, digest, id -> digest.judged().isOpen(id, mostAttempts),
                digest.unjudged(mostAttempts));
    }

    /**
     * Looks for those that were never evaluated, or whose last evaluation failed. What an evaluator decided stands, and
     * so does that it could not tell.
     *
     * @param directory the run's directory, with its journal
     * @return those that the journal holds now; of those that failed, the ones that were judged less often than
     *         {@value JournalEntry#MOST_ATTEMPTS} times
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnevaluatedAnswers orFailed(RunDirectory directory) {
        JournalDigest digest = JournalDigest.of(directory.journal());
        EvaluatedAnswers judged = digest.judged();
        return new UnevaluatedAnswers(directory, digest, id -> judged.attempts(id) == 0 || judged.isFailed(id),
                digest.unjudged(1) + judged.failed());
    }

    /**
     * Returns what was asked of the run.
     *
     * @return its configuration
     * @throws dev.ipw.error.InputException if the journal does not say it
     */
    public RunConfiguration configuration() {
        return digest.configuration();
    }

    /**
     * Returns the evaluator.
     *
     * @return the evaluators of all requests of the run
     */
    public Set<String> evaluators() {
        return Set.copyOf(digest.evaluators());
    }

    /**
     * Counts them.
     *
     * @return how many answers have no verdict
     */
    public int count() {
        return count;
    }

    /**
     * Returns how often an answer has been evaluated.
     *
     * @param recordId the question's id
     * @return attempts, as the journal told when this was made
     */
    public int attempts(String recordId) {
        return digest.judged().attempts(recordId);
    }

    /**
     * Reads the next one.
     *
     * @return the query, its workspace found in the run's folder; empty after the last
     */
    public Optional<FinishedQuery> next() {
        while (left > 0) {
            left--;
            Optional<FinishedQuery> next = queries.next();
            if (next.isEmpty() || isUnjudged(next.get())) {
                return next.map(query -> query.in(run));
            }
        }
        return Optional.empty();
    }

    private boolean isUnjudged(FinishedQuery query) {
        return query.outcome().failure().isEmpty()
                && wanted.test(query.question().id());
    }

    @Override
    public void close() {
        queries.close();
    }

    /**
     * Returns an evaluator of these answers, as the run had it.
     *
     * @throws dev.ipw.error.ConfigurationException if it cannot be made
     */
    public Evaluator evaluator(String id, Evaluators evaluators) {
        return evaluators.ofRun(id, evaluators(), configuration().settings().evaluation().parameters(),
                configuration().client());
    }
}
