package dev.ipw.cli.datasets;

import dev.ipw.cli.text.TextTable;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileTree;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.QueryOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The check of a set of tasks against itself: each task's own solution must be correct, and doing nothing must not.
 *
 * @param id       the set
 * @param tasks    the number of its tasks
 * @param solved   the number of tasks whose own solution is correct
 * @param idle     the number of tasks that are correct although nothing was done
 * @param problems the errors found
 * @param files    the place of the files of tasks with problems; empty without problems
 */
record TaskCheck(String id, int tasks, int solved, int idle, List<String> problems, Optional<Path> files) {
    /** Does all tasks twice, one after the other. */
    public static TaskCheck of(Dataset dataset, Evaluator evaluator, Consumer<String> progress)
            throws InterruptedException {
        Path folder = temporary();
        List<DatasetRecord> records;
        try (Stream<DatasetRecord> all = dataset.records()) {
            records = all.toList();
        }
        Attempts attempts = new Attempts(dataset, evaluator, folder);
        int solved = 0;
        int idle = 0;
        List<String> problems = new ArrayList<>();
        for (DatasetRecord record : records) {
            progress.accept("Checking task " + record.id());
            Evaluation right = attempts.judged(record, true);
            Evaluation wrong = attempts.judged(record, false);
            solved += right.verdict() == Verdict.CORRECT ? 1 : 0;
            idle += wrong.verdict() == Verdict.CORRECT ? 1 : 0;
            if (right.verdict() != Verdict.CORRECT) {
                problems.add(record.id() + ": its own solution is " + right.verdict().label() + ": " + right.reason());
            }
            if (wrong.verdict() != Verdict.INCORRECT) {
                problems.add(record.id() + ": doing nothing is " + wrong.verdict().label()
                        + (wrong.reason().isEmpty() ? "" : ": " + wrong.reason()));
            }
        }
        if (problems.isEmpty()) {
            remove(folder);
        }
        return new TaskCheck(dataset.id(), records.size(), solved, idle, problems,
                problems.isEmpty() ? Optional.empty() : Optional.of(folder));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("ipw-tasks").toRealPath();
        } catch (IOException failed) {
            throw new InputException("Cannot make a temporary folder for the tasks: " + AtomicFile.reasonOf(failed),
                    failed);
        }
    }

    private static void remove(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException left) {
            // Files that cannot be removed remain in the system's own folder for temporary files.
            return;
        }
    }

    boolean isWrong() {
        return !problems.isEmpty();
    }

    String text(int columns) {
        TextTable table = new TextTable();
        table.row(isWrong() ? "WRONG" : "right", id, tasks + " tasks; their own solutions are right in " + solved
                + ", doing nothing in " + idle);
        StringBuilder text = new StringBuilder(table.format("", columns));
        problems.forEach(problem -> text.append(problem).append('\n'));
        files.ifPresent(folder -> text.append("Files: ").append(folder).append('\n'));
        return text.toString();
    }

    Map<String, @Nullable Object> tree() {
        return TreeBuilder.object().put("id", id).put("tasks", tasks).put("solutions_right", solved)
                .put("nothing_done_right", idle).put("problems", problems).put("files", files.map(Path::toString))
                .build();
    }

    /** The attempts at tasks, and their judging. */
    private record Attempts(Dataset dataset, Evaluator evaluator, Path folder) {
        Evaluation judged(DatasetRecord record, boolean isSolved) throws InterruptedException {
            Path own = folder.resolve(record.id()).resolve(isSolved ? "solution" : "nothing");
            try {
                Path workspace = Files.createDirectories(own.resolve("workspace"));
                attempt(record, own, isSolved);
                return evaluator.evaluate(record, new QueryOutcome(record.id(), 0, 0, List.of(), List.of(),
                        Optional.of(""), Optional.empty(), Optional.of(workspace)));
            } catch (CancellationException stopped) {
                throw stopped;
            } catch (RuntimeException failed) {
                // The failure of one task must not end the check of the others.
                return Evaluation.unscored(failed instanceof IpwException known
                        ? String.valueOf(known.getMessage())
                        : FailureText.of(failed));
            } catch (IOException failed) {
                throw new InputException("Cannot make the folder " + own + ": " + AtomicFile.reasonOf(failed)
                        + ". Check the permissions above it", failed);
            }
        }

        private void attempt(DatasetRecord record, Path own, boolean isSolved) throws InterruptedException {
            try (TaskEnvironment environment = dataset.environment(record, () -> own).orElseThrow(
                    () -> new InputException("The task " + record.id() + " has no environment to check it in"))) {
                environment.start();
                Optional<String> step = Optional.of(record.problem());
                while (step.isPresent()) {
                    if (isSolved && environment.solve().isEmpty()) {
                        throw new InputException("it comes without a solution");
                    }
                    environment.verify();
                    step = environment.nextInstruction();
                }
            }
        }
    }
}
