package dev.ipw.junit.contract;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

/**
 * The contract between a run and an {@link Evaluator}: the same verdict for the same answer, on any thread, and never
 * a correct one for an empty answer.
 *
 * <pre>{@code
 * class UnitEvaluatorTests extends EvaluatorContract {
 *     protected Evaluator evaluator() {
 *         return new UnitEvaluator();
 *     }
 *     protected DatasetRecord question() {
 *         return DatasetRecord.of("q1", "How long is a mile?", "1609 m");
 *     }
 *     protected String rightAnswer() {
 *         return "1.609 km";
 *     }
 *     protected String wrongAnswer() {
 *         return "1609 cm";
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class EvaluatorContract {
    private static final int AT_ONCE = 16;

    /** Creates the contract of a subclass's evaluator. */
    protected EvaluatorContract() {}

    /**
     * Creates the evaluator. The test closes it.
     *
     * @return a new evaluator
     * @throws Exception if it cannot be created, which fails the test
     */
    protected abstract Evaluator evaluator() throws Exception;

    /**
     * Returns the question to answer.
     *
     * @return a question with its expected answer
     */
    protected abstract DatasetRecord question();

    /**
     * Returns a correct answer to it.
     *
     * @return a possible answer of a model
     */
    protected abstract String rightAnswer();

    /**
     * Returns an incorrect answer to it.
     *
     * @return a possible answer of a model
     */
    protected abstract String wrongAnswer();

    private Evaluation evaluate(Evaluator evaluator, String answer) throws InterruptedException {
        long now = System.nanoTime();
        TimelineRecorder moments = new TimelineRecorder(now);
        moments.sent(now);
        ModelCall call = ModelCall.answered(1, List.of(), InferenceResponse.of(answer, TokenUsage.absent()),
                moments.finish(now));
        return evaluator.evaluate(question(), QueryOutcome.of(question().id(), call));
    }

    @Test
    void findsTheRightAnswerCorrect() throws Exception {
        try (Evaluator evaluator = evaluator()) {
            Evaluation evaluation = evaluate(evaluator, rightAnswer());

            assertEquals(Verdict.CORRECT, evaluation.verdict(), evaluation.reason());
        }
    }

    @Test
    void findsTheWrongAnswerIncorrect() throws Exception {
        try (Evaluator evaluator = evaluator()) {
            Evaluation evaluation = evaluate(evaluator, wrongAnswer());

            assertEquals(Verdict.INCORRECT, evaluation.verdict(), evaluation.reason());
            assertFalse(evaluation.reason().isBlank(), "an incorrect answer needs a reason that a person can read");
        }
    }

    @Test
    void findsNoEmptyAnswerCorrect() throws Exception {
        try (Evaluator evaluator = evaluator()) {
            for (String empty : List.of("", " \n")) {
                assertNotEquals(Verdict.CORRECT, evaluate(evaluator, empty).verdict(),
                        "an empty answer counts as right; find it incorrect, with a reason");
            }
        }
    }

    @Test
    void comesToTheSameVerdictOnAnyThread() throws Exception {
        try (Evaluator evaluator = evaluator();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Verdict>> tasks = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                String answer = i % 2 == 0 ? rightAnswer() : wrongAnswer();
                tasks.add(() -> evaluate(evaluator, answer).verdict());
            }
            List<Future<Verdict>> verdicts = threads.invokeAll(tasks);
            for (int i = 0; i < AT_ONCE; i++) {
                assertEquals(i % 2 == 0 ? Verdict.CORRECT : Verdict.INCORRECT, verdicts.get(i).get(),
                        "answers that are judged at the same time get other verdicts");
            }
        }
    }

    @Test
    void closesTwice() throws Exception {
        Evaluator evaluator = evaluator();
        evaluator.close();
        evaluator.close();
    }
}
