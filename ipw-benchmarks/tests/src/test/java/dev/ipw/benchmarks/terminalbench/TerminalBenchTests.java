package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.environment.PlayedEngine;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
final class TerminalBenchTests {
    private static final Plugins<DatasetProvider> DATASETS = Plugins.builder("dataset", DatasetProvider.class).build();
    private static final Plugins<EvaluatorProvider> EVALUATORS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();

    private static final String LONG = "# Linux takes 128 KiB for an argument.\n".repeat(4_000);

    @TempDir
    Path folder;
    private PlayedEngine engine;

    @BeforeEach
    void start() throws IOException {
        engine = PlayedEngine.in(folder.resolve("engine"));
        write("task.yaml", """
                instruction: Write hello into hello.txt.
                difficulty: easy
                category: files
                tags: [text]
                parser_name: pytest
                max_agent_timeout_sec: 90.0
                max_test_timeout_sec: 3600
                """);
        write("Dockerfile", "FROM scratch\n");
        write("solution.sh", "echo hello >hello.txt\n");
        write("run-tests.sh", "sh $TEST_DIR/check.sh\n".replace("$TEST_DIR", "/tests"));
        write("tests/check.sh", """
                if [ "$(cat hello.txt)" = hello ]; then echo 'PASSED t.py::a'; else echo 'FAILED t.py::a - no'; fi
                """);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve("tasks/hello").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Dataset dataset() {
        return Datasets.open("terminalbench", Parameters.of("dataset terminalbench",
                Map.of("address", folder.resolve("tasks").toString())),
                DatasetContext.of(Map.of("PATH", engine.path())), DATASETS);
    }

    private static DatasetRecord record(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.findFirst().orElseThrow();
        }
    }

    private Evaluation worked(Work work) throws IOException, InterruptedException {
        Dataset dataset = dataset();
        Path task = folder.resolve("task");
        Files.createDirectories(task.resolve("workspace"));
        try (TaskEnvironment environment = dataset.environment(record(dataset), () -> task).orElseThrow()) {
            environment.start();
            work.in(environment);
            environment.verify();
        }
        assertThat(engine.containers()).isZero();
        return EVALUATORS.require(dataset.defaultEvaluator()).create(EvaluatorContext.builder().build(),
                Parameters.none("evaluator verifier")).evaluate(record(dataset),
                        Answered.with("done", task.resolve("workspace")));
    }

    private interface Work {
        void in(TaskEnvironment environment) throws InterruptedException;
    }

    @Test
    void asksAndLimitsAsTheTaskSays() {
        Dataset dataset = dataset();

        assertThat(record(dataset).problem()).isEqualTo("Write hello into hello.txt.");
        assertThat(record(dataset).metadata()).containsEntry("difficulty", "easy").containsEntry("category", "files");
        assertThat(dataset.environment(record(dataset), () -> folder).orElseThrow().longest())
                .contains(Duration.ofSeconds(90));
    }

    @Test
    void theSolutionSolvesAndNothingDoesNot() throws IOException, InterruptedException {
        assertThat(worked(environment -> assertThat(environment.solve()).isPresent()).verdict())
                .isEqualTo(Verdict.CORRECT);
        Evaluation nothing = worked(environment -> {});
        assertThat(nothing.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(nothing.reason()).isEqualTo("1 of 1 tests failed: t.py::a");
    }

    @Test
    void commandsOfAListAreASolutionToo() throws IOException, InterruptedException {
        Files.delete(folder.resolve("tasks/hello/solution.sh"));
        write("solution.yaml", "- command: echo hello >hello.txt\n  min_timeout_sec: 1\n");

        assertThat(worked(environment -> assertThat(environment.solve()).isPresent()).verdict())
                .isEqualTo(Verdict.CORRECT);
    }

    @Test
    void withoutAnyResultNothingIsTold() throws IOException, InterruptedException {
        write("tests/check.sh", "echo nothing ran\n");

        Evaluation evaluation = worked(environment -> {});
        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).isEqualTo("The tests printed no result");
    }

    @Test
    void commandsOfAnyLengthAreRun() throws IOException, InterruptedException {
        assertThat(worked(environment -> {
            assertThat(environment.run(new ShellCommand(LONG + "cat >hello.txt; echo wrote; exit 3", "hello\n",
                    Duration.ofHours(1), Map.of("VALUE", "given")))).satisfies(result -> {
                        assertThat(result.output()).isEqualTo("wrote\n");
                        assertThat(result.exitCode()).isEqualTo(3);
                    });
        }).verdict()).isEqualTo(Verdict.CORRECT);
    }

    @Test
    void aVariableThatIsTooLongIsRefusedByName() throws IOException, InterruptedException {
        worked(environment -> assertThatThrownBy(() -> environment.run(new ShellCommand("true", "", Duration.ofHours(1),
                Map.of("LONG", LONG)))).isInstanceOf(InputException.class)
                .hasMessageContaining("The variable LONG has ")
                .hasMessageContaining("131071"));
    }

    @Test
    void testsThatTheAgentPutThereAreNotRun() throws IOException, InterruptedException {
        assertThat(worked(environment -> environment.run(new ShellCommand(
                "mkdir -p /tests && echo 'echo PASSED t.py::a' >/tests/check.sh", Duration.ofHours(1)))).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void aParserThatIsNotKnownLeavesTheTaskUnscored() throws IOException, InterruptedException {
        write("task.yaml", "instruction: x\nparser_name: swelancer\n");

        Evaluation evaluation = worked(environment -> {});
        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).contains("swelancer");
    }

    @Test
    void anImageThatCannotBeBuiltIsAnErrorThatSaysWhy() throws IOException {
        write("Dockerfile", "FROM scratch\nRUN false\n");
        Dataset dataset = dataset();
        try (TaskEnvironment environment = dataset.environment(record(dataset), () -> folder).orElseThrow()) {
            assertThatThrownBy(environment::start).isInstanceOf(InputException.class)
                    .hasMessageContaining("RUN false: exit status 1");
        }
    }

    @Test
    void readsTheOneServiceOfAComposeFile() throws IOException, InterruptedException {
        engine.image("ready", "mkdir -p ../app");
        write("docker-compose.yaml", """
                services:
                  client:
                    image: ${NO_SUCH_NAME:-ready}
                    environment:
                      - TEST_DIR=${T_BENCH_TEST_DIR}
                """);
        assertThat(worked(environment -> environment.solve()).verdict()).isEqualTo(Verdict.CORRECT);
        write("docker-compose.yaml", "services:\n  a: {image: x}\n  b: {image: y}\n");
        assertThatThrownBy(this::dataset).isInstanceOf(InputException.class).hasMessageContaining("one service");
    }

    @Test
    void olderTasksHoldDescriptions() throws IOException {
        write("task.yaml",
                "descriptions:\n  - key: hard\n    description: no\n  - key: base\n    description: do it\n");

        assertThat(record(dataset()).problem()).isEqualTo("do it");
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        write("task.yaml", "parser_name: pytest\n");
        assertThatThrownBy(this::dataset).isInstanceOf(InputException.class).hasMessageContaining("instruction");
        write("task.yaml", "instruction: x\nmax_test_timeout_sec: soon\n");
        assertThatThrownBy(this::dataset).isInstanceOf(InputException.class)
                .hasMessageContaining("max_test_timeout_sec");
        Files.delete(folder.resolve("tasks/hello/run-tests.sh"));
        write("task.yaml", "instruction: x\n");
        assertThatThrownBy(this::dataset).isInstanceOf(InputException.class).hasMessageContaining("run-tests.sh");
    }
}
