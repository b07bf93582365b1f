package dev.ipw.profile.internal;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.query.QueryOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The evaluation of outcomes by the evaluators that they name. If an evaluator fails, the answer stays unscored, with
 * the reason.
 */
final class AnswerEvaluator {
    private static final Logger LOGGER = LoggerFactory.getLogger(AnswerEvaluator.class);
    private static final int MAX_REASON_CHARACTERS = 2048;
    /** The maximum size of an evaluation, less than a journal's line can hold. */
    private static final long MAX_CHARACTERS = 8L << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Evaluator> evaluators;
    private final Map<String, FailureTally> tallies = new TreeMap<>();

    /**
     * Creates it from evaluators by id.
     *
     * @param evaluators by id
     */
    AnswerEvaluator(Map<String, Evaluator> evaluators) {
        this.evaluators = Map.copyOf(evaluators);
    }

    /** Evaluates one outcome, from any thread. */
    Evaluation evaluate(PlannedQuestion planned, QueryOutcome outcome) {
        Evaluator evaluator = evaluators.get(planned.evaluator());
        if (evaluator == null) {
            return Evaluation.unscored("no evaluator '" + planned.evaluator() + "' is at hand")
                    .withUsage(EvaluationUsage.NONE);
        }
        long start = System.nanoTime();
        Evaluation evaluation = checked(evaluate(evaluator, planned, outcome));
        EvaluationUsage usage = evaluation.usage();
        return usage.seconds().isPresent()
                ? evaluation
                : evaluation.withUsage(
                        usage.withSeconds((System.nanoTime() - start) / NANOS_PER_SECOND));
    }

    private static @Nullable Evaluation evaluate(Evaluator evaluator, PlannedQuestion planned, QueryOutcome outcome) {
        try {
            return evaluator.evaluate(planned.question(), outcome);
        } catch (InterruptedException stopped) {
            return Evaluation.failed("the evaluator was interrupted");
        } catch (RuntimeException | StackOverflowError | LinkageError broken) {
            String reason = Redaction.excerpt(FailureText.of(broken), MAX_REASON_CHARACTERS);
            LOGGER.warn("Evaluator {} failed on query {}: {}", planned.evaluator(), outcome.queryId(), reason);
            LOGGER.debug("Evaluator {} failed", planned.evaluator(), broken);
            return Evaluation.failed(reason);
        }
    }

    /** Checks the result of a plugin, which may be anything and must fit into a line of the journal. */
    private static Evaluation checked(@Nullable Evaluation given) {
        if (given == null) {
            return Evaluation.failed("the evaluator gave no evaluation");
        }
        long characters = (long) given.reason().length() + given.extracted().map(String::length).orElse(0);
        for (Entry<String, String> fact : given.metadata().entrySet()) {
            characters += (long) fact.getKey().length() + fact.getValue().length();
        }
        return characters <= MAX_CHARACTERS
                ? given
                : Evaluation.failed("the evaluator gave " + characters + " characters, more than can be kept")
                        .withUsage(given.usage());
    }

    /** Counts the result of an evaluation. */
    void count(String evaluator, Evaluation evaluation) {
        FailureTally tally = tallies.computeIfAbsent(evaluator, id -> new FailureTally());
        if (evaluation.failed()) {
            tally.failed(evaluation.reason());
        } else {
            tally.succeeded();
        }
    }

    /** Returns which evaluators failed. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        tallies.forEach((id, tally) -> tally.text("answers").ifPresent(text -> warnings.add("The evaluator '" + id
                + "' failed on " + text + (tally.always() ? ". None of them could be evaluated" : ""))));
        return warnings;
    }
}
