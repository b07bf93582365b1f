package dev.ipw.evaluation;

import java.util.Objects;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The sum of the usage of a run's evaluations over all attempts. It is no part of the queries' usage.
 *
 * @param evaluations the number of evaluations
 * @param failed      the number of failed evaluations
 * @param unreported  the number of evaluations whose model calls are unknown, as after a deadline; their calls, tokens
 *                    and dollars are missing in the usage
 * @param usage       the sums of all others; each figure is absent unless every one of them has it. Evaluations run in
 *                    parallel, so the sum of their seconds may exceed the elapsed time
 */
@API(status = API.Status.EXPERIMENTAL)
public record EvaluationTotals(long evaluations, long failed, long unreported, EvaluationUsage usage) {
    /** No evaluations. */
    public static final EvaluationTotals NONE = new EvaluationTotals(0, 0, 0, EvaluationUsage.UNKNOWN);

    /** Rejects nulls and invalid counts. */
    public EvaluationTotals {
        Objects.requireNonNull(usage, "usage");
        if (failed < 0 || unreported < 0 || failed > evaluations || unreported > evaluations) {
            throw new IllegalArgumentException(
                    "Of " + evaluations + " evaluations, " + failed + " cannot have failed and "
                            + unreported + " be unreported");
        }
    }

    /**
     * Adds an evaluation.
     *
     * @param next the evaluation
     * @return the totals with it
     */
    public EvaluationTotals plus(Evaluation next) {
        boolean isReported = next.usage().modelCalls().isPresent();
        EvaluationUsage sums = evaluations == unreported ? next.usage() : usage.plus(next.usage());
        OptionalDouble seconds = evaluations == 0
                ? next.usage().seconds()
                : EvaluationUsage.sum(usage.seconds(), next.usage().seconds());
        return new EvaluationTotals(evaluations + 1, failed + (next.failed() ? 1 : 0),
                unreported + (isReported ? 0 : 1), timed(isReported ? sums : usage, seconds));
    }

    private static EvaluationUsage timed(EvaluationUsage sums, OptionalDouble seconds) {
        return new EvaluationUsage(sums.modelCalls(), sums.inputTokens(), sums.outputTokens(), seconds, sums.dollars(),
                sums.cacheHits());
    }
}
