package dev.ipw.benchmarks;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The check of a benchmark's evaluator on its examples: a right answer must be right, and the right answer of another
 * example wrong.
 *
 * @param examples the number of examples
 * @param judged   the number of judged answers
 * @param problems sentences that describe the failures; empty if all is well
 */
@API(status = API.Status.EXPERIMENTAL)
public record ExampleCheck(int examples, int judged, List<String> problems) {
    /** A timeline for all examples: the time of an example's answer does not matter. */
    private static final ResponseTimeline TIMELINE = new ResponseTimeline(0, OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0, new long[0]);

    /** Copies the list. */
    public ExampleCheck {
        problems = List.copyOf(problems);
    }

    /**
     * Checks all examples of a benchmark with one evaluator.
     *
     * @param benchmark the benchmark
     * @param evaluator the evaluator that judges the answers
     * @return the result of the check
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static ExampleCheck of(BenchmarkProvider benchmark, Evaluator evaluator) throws InterruptedException {
        return of(benchmark.examples(), evaluator);
    }

    /**
     * Checks some examples.
     *
     * @param examples  the examples that the evaluator is for
     * @param evaluator the evaluator that judges the answers
     * @return the result of the check
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static ExampleCheck of(List<BenchmarkExample> examples, Evaluator evaluator) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        int judged = 0;
        for (BenchmarkExample example : examples) {
            for (BenchmarkExample other : examples) {
                if (other.rightAnswer().isEmpty() || isOtherwiseRight(example, other)) {
                    continue;
                }
                String answer = other.rightAnswer().get();
                judged++;
                Evaluation evaluation = evaluator.evaluate(example.record(), outcome(example.record(), answer));
                boolean isOwn = other.equals(example);
                if (isOwn != (evaluation.verdict() == Verdict.CORRECT)) {
                    problems.add("The answer of " + other.record().id() + " to the question " + example.record().id()
                            + " is " + evaluation.verdict().label() + ": " + evaluation.reason());
                }
            }
        }
        return new ExampleCheck(examples.size(), judged, problems);
    }

    /**
     * Returns whether the right answer of one question is right for the other too: two questions may have the same
     * right answer, such as one letter.
     */
    private static boolean isOtherwiseRight(BenchmarkExample example, BenchmarkExample other) {
        return !other.equals(example) && other.rightAnswer().equals(example.rightAnswer());
    }

    private static QueryOutcome outcome(DatasetRecord record, String answer) {
        return QueryOutcome.of(record.id(),
                ModelCall.answered(1, List.of(), InferenceResponse.of(answer, TokenUsage.absent()),
                        TIMELINE));
    }
}
