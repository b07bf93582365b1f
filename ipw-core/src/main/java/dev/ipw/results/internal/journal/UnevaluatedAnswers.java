package dev.ipw.results.internal.journal;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The answers of a run without a verdict, in the journal's order: those not yet evaluated, and optionally those whose
 * evaluation failed or gave no verdict. The journal may grow meanwhile.
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
        queries = new JournalQueries(digest);
    }

    /**
     * Finds the answers without a verdict.
     *
     * @param directory    the run's directory, with its journal
     * @param mostAttempts the maximum number of evaluations of an answer; with 1, those without an evaluation
     * @return the answers that the journal has now
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnevaluatedAnswers of(RunDirectory directory, int mostAttempts) {
        JournalDigest digest = JournalDigest.of(directory.journal());
        return new UnevaluatedAnswers(directory, digest, id -> digest.judged().isOpen(id, mostAttempts),
                digest.unjudged(mostAttempts));
    }

    /**
     * Finds the answers that were never evaluated, or whose last evaluation failed. A decision of an evaluator is
     * final, even if it could not decide.
     *
     * @param directory the run's directory, with its journal
     * @return the answers that the journal has now; failed ones only if they were evaluated fewer than
     *         {@value JournalEntry#MAX_ATTEMPTS} times
     * @throws dev.ipw.error.InputException if the journal is damaged
     */
    public static UnevaluatedAnswers orFailed(RunDirectory directory) {
        JournalDigest digest = JournalDigest.of(directory.journal());
        EvaluatedAnswers judged = digest.judged();
        return new UnevaluatedAnswers(directory, digest, id -> judged.attempts(id) == 0 || judged.isFailed(id),
                digest.unjudged(1) + judged.failed());
    }

    /**
     * Returns the run's configuration.
     *
     * @return its configuration
     * @throws dev.ipw.error.InputException if the journal does not have it
     */
    public RunConfiguration configuration() {
        return digest.configuration();
    }

    /**
     * Returns the evaluators.
     *
     * @return the evaluators of all requests of the run
     */
    public Set<String> evaluators() {
        return Set.copyOf(digest.evaluators());
    }

    /**
     * Returns their number.
     *
     * @return the number of answers without a verdict
     */
    public int count() {
        return count;
    }

    /**
     * Returns the number of evaluations of an answer.
     *
     * @param recordId the question's id
     * @return attempts, by the journal when this was created
     */
    public int attempts(String recordId) {
        return digest.judged().attempts(recordId);
    }

    /**
     * Reads the next answer.
     *
     * @return the query, its workspace resolved in the run's folder; empty after the last
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
     * Returns an evaluator of these answers, with the run's parameters.
     *
     * @throws dev.ipw.error.ConfigurationException if it cannot be created
     */
    public Evaluator evaluator(String id, Evaluators evaluators) {
        return evaluators.ofRun(id, evaluators(), configuration().settings().evaluation().parameters(),
                configuration().client());
    }
}
