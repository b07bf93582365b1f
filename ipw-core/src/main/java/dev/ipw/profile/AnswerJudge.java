package dev.ipw.profile;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.record.RequestOutcome;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judge outcomes by the evaluators they name. An evaluator that fails leaves the answer unscored, with the reason.
 *
 * @param evaluators by id
 */
record AnswerJudge(Map<String, Evaluator> evaluators) {
    private static final Logger LOGGER = LoggerFactory.getLogger(AnswerJudge.class);

    /** Copy the map. */
    AnswerJudge {
        evaluators = Map.copyOf(evaluators);
    }

    /**
     * Judge one outcome.
     *
     * @param planned what was asked
     * @param outcome what came back
     * @return the verdict; empty if the request failed, which counts as wrong without a judge, or the thread was
     *         interrupted, so that it can be judged later
     */
    Optional<Evaluation> judge(PlannedQuestion planned, RequestOutcome outcome) {
        if (outcome.failure().isPresent()) {
            return Optional.empty();
        }
        Evaluator evaluator = evaluators.get(planned.evaluator());
        if (evaluator == null) {
            return Optional.of(Evaluation.unscored("no evaluator '" + planned.evaluator() + "' is at hand"));
        }
        try {
            return Optional.of(evaluator.evaluate(planned.question(), outcome.answer()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | LinkageError broken) {
            LOGGER.warn("Evaluator {} failed on record {}", planned.evaluator(), outcome.recordId(), broken);
            return Optional.of(Evaluation.unscored("the evaluator failed: " + broken));
        }
    }
}
