package dev.ipw.profile;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.record.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judge outcomes by the evaluators they name. An evaluator that fails leaves the answer unscored, with the reason. */
final class AnswerJudge {
    private static final Logger LOGGER = LoggerFactory.getLogger(AnswerJudge.class);

    private final Map<String, Evaluator> evaluators;
    private final Map<String, FailureTally> tallies = new TreeMap<>();

    /**
     * Judge by evaluators.
     *
     * @param evaluators by id
     */
    AnswerJudge(Map<String, Evaluator> evaluators) {
        this.evaluators = Map.copyOf(evaluators);
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
            Evaluation verdict = evaluator.evaluate(planned.question(), outcome.answer());
            tally(planned).succeeded();
            return Optional.of(verdict);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | LinkageError broken) {
            tally(planned).failed(broken);
            LOGGER.warn("Evaluator {} failed on record {}", planned.evaluator(), outcome.recordId(), broken);
            return Optional.of(Evaluation.failed("the evaluator failed: " + broken));
        }
    }

    private FailureTally tally(PlannedQuestion planned) {
        return tallies.computeIfAbsent(planned.evaluator(), id -> new FailureTally());
    }

    /** Say which evaluators failed. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        tallies.forEach((id, tally) -> tally.text("answers").ifPresent(text -> warnings.add("The evaluator '" + id
                + "' failed on " + text + (tally.always() ? ". None of them could be judged" : ""))));
        return warnings;
    }
}
