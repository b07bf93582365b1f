package dev.ipw.examples.programs;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A program that profiles with a custom client, dataset and evaluator, without ids or registration. */
public final class ProfileOwnInstances {
    private ProfileOwnInstances() {}

    /** Asks the calculator 50 sums, four at a time. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client(new Calculator())
                .dataset(new Doubles(50))
                .evaluator(sameNumber())
                .load(Load.concurrency(4))
                .output(Path.of(arguments.length == 0 ? "runs" : arguments[0]))
                .build()) {
            ProfileRun run = profiler.run();
            System.out.println(run.efficiency().correct() + " of " + run.efficiency().scored() + " right");
        }
    }

    private static Evaluator sameNumber() {
        return (question, outcome) -> new Evaluation(
                outcome.answer().strip().equals(question.answer()) ? Verdict.CORRECT : Verdict.INCORRECT,
                Optional.of(outcome.answer()), "compared with " + question.answer(), Map.of());
    }

    /** A dataset of the sums {@code 1+1} to {@code count+count}. */
    private record Doubles(int count) implements Dataset {
        @Override
        public String id() {
            return "doubles";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.rangeClosed(1, count).mapToObj(
                    number -> DatasetRecord.of("double-" + number, number + "+" + number + "=", "" + 2 * number));
        }
    }
}
