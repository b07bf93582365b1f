package dev.ipw.benchmarks.dataset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.benchmarks.environment.PlayedEngine;
import dev.ipw.benchmarks.hub.HubServer;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests patches of a small repository in played containers. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
final class SweBenchContainerTests {
    private static final Plugins<DatasetProvider> DATASETS = Plugins.builder("dataset", DatasetProvider.class).build();
    private static final Plugins<EvaluatorProvider> EVALUATORS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();
    private static final String REPOSITORY = """
            git init -q . && mkdir lib && printf 'limit=1\\n' >lib/core.sh && printf 'name=a\\n' >lib/names.sh
            printf '*.o\\n' >.gitignore && git add -A && git commit -qm base
            """;
    private static final String GOLD = """
            diff --git a/lib/core.sh b/lib/core.sh
            --- a/lib/core.sh
            +++ b/lib/core.sh
            @@ -1 +1 @@
            -limit=1
            +limit=2
            """;
    /** What pytest prints at the end, of two tests. */
    private static final String EVAL = """
            cd /testbed
            echo '>>>>> Start Test Output'
            . lib/core.sh; . lib/names.sh
            echo '=========== short test summary info ==========='
            code=0
            if [ "$limit" = 2 ]; then echo 'PASSED t.py::test_limit[a'; else echo 'FAILED t.py::test_limit[a - assert'; code=1; fi
            if [ "$name" = a ]; then echo 'PASSED t.py::test_name'; else echo 'FAILED t.py::test_name'; code=1; fi
            echo '>>>>> End Test Output'
            echo ">>>>> Test Exit Code: $code"
            """;

    @TempDir
    Path folder;
    private HubServer hub;
    private PlayedEngine engine;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        hub = HubServer.start();
        engine = PlayedEngine.in(folder.resolve("engine"));
        engine.image("made-up", REPOSITORY);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private Dataset dataset(Consumer<ObjectNode> change, String path, Map<String, String> parameters) {
        ObjectNode row = Json.object().put("repo", "made-up/lib").put("instance_id", "made-up__lib-1")
                .put("base_commit", "HEAD").put("patch", GOLD).put("test_patch", "")
                .put("problem_statement", "The limit is too low.").put("version", "1.0")
                .put("FAIL_TO_PASS", "[\"t.py::test_limit[a\"]").put("PASS_TO_PASS", "[\"t.py::test_name\"]")
                .put("image", "made-up").put("eval_script", EVAL).put("log_parser", "parse_log_pytest");
        change.accept(row);
        hub.repository("SWE-bench/SWE-bench_Verified").largeFile("data/test.jsonl",
                (row + "\n").getBytes(StandardCharsets.UTF_8));
        return Datasets.open("swebench", Parameters.of("dataset swebench", parameters),
                DatasetContext.of(Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", folder.toString(), "PATH", path))
                        .withCacheFolder(folder.resolve("cache")),
                DATASETS);
    }

    private static DatasetRecord record(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.findFirst().orElseThrow();
        }
    }

    private Evaluator evaluator(String path, Map<String, String> parameters) {
        return EVALUATORS.require("swebench").create(
                EvaluatorContext.builder().variables(Map.of("PATH", path)).build(),
                Parameters.of("evaluator swebench", parameters));
    }

    private Evaluation judged(Consumer<ObjectNode> change, String patch) throws InterruptedException {
        return evaluator(engine.path(), Map.of("test_time", "1h")).evaluate(record(dataset(change, engine.path(),
                Map.of())), Answered.with("```diff\n" + patch + "\n```"));
    }

    private Evaluation judged(String patch) throws InterruptedException {
        return judged(row -> {}, patch);
    }

    private Evaluation worked(Work work) throws IOException, InterruptedException {
        Dataset dataset = dataset(row -> {}, engine.path(), Map.of());
        Path task = folder.resolve("task");
        Files.createDirectories(task.resolve("workspace"));
        try (TaskEnvironment environment = dataset.environment(record(dataset), () -> task).orElseThrow()) {
            environment.start();
            assertThat(environment.workingFolder()).isEqualTo("/testbed");
            work.in(environment);
            environment.verify();
        }
        assertThat(engine.containers()).isZero();
        return evaluator(engine.path(), Map.of()).evaluate(record(dataset),
                Answered.with("done", task.resolve("workspace")));
    }

    private interface Work {
        void in(TaskEnvironment environment) throws InterruptedException;
    }

    private static String run(TaskEnvironment environment, String commands) throws InterruptedException {
        return environment.run(new ShellCommand(commands, Duration.ofHours(1))).output();
    }

    @Test
    void theBenchmarksOwnPatchSolvesTheTask() throws IOException, InterruptedException {
        Evaluation evaluation = worked(environment -> assertThat(environment.solve()).isPresent());

        assertThat(evaluation.verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(evaluation.metadata()).containsEntry("reward.fail_to_pass", "1.0")
                .containsEntry("patch", "git apply").containsEntry("exit_code", "0");
    }

    @Test
    void anAgentThatChangesNothingSolvesNothing() throws IOException, InterruptedException {
        assertThat(worked(environment -> {}).reason()).isEqualTo("Nothing was changed");
    }

    @Test
    void newFilesCommitsAndBytesAreOfThePatch() throws IOException, InterruptedException {
        Evaluation evaluation = worked(environment -> {
            run(environment, "echo limit=2 >lib/core.sh; git -c user.name=a -c user.email=a@b commit -qam mended;"
                    + " printf 'a\\000b' >new.bin; echo x >left.o; git rm -q --cached lib/names.sh");
            assertThat(run(environment, "git status --porcelain")).contains("D  lib/names.sh", "?? new.bin");
        });

        assertThat(evaluation.verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(Files.readString(folder.resolve("task/patch.diff"))).contains("+limit=2", "GIT binary patch")
                .doesNotContain("left.o", "names.sh");
    }

    @Test
    void whatRunsOrIsLeftOutsideTheRepositoryDoesNotCount() throws IOException, InterruptedException {
        Evaluation evaluation = worked(environment -> run(environment,
                "mkdir -p ../tmp && echo limit=2 >../tmp/x; echo 'name=a;limit=2' >lib/names.o"));

        assertThat(evaluation.reason()).isEqualTo("Nothing was changed");
    }

    @Test
    void aRepositoryThatTheAgentDestroyedIsNotSolved() throws IOException, InterruptedException {
        Evaluation evaluation = worked(environment -> run(environment, "rm -rf .git"));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluation.reason()).startsWith("The changes in /testbed cannot be told");
    }

    @Test
    void thePatchOfAnAnswerIsTestedWhenItIsEvaluated() throws InterruptedException {
        assertThat(judged(GOLD).verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged(GOLD.replace("+limit=2", "+limit=3")).reason())
                .isEqualTo("1 of 1 tests that should pass do not: t.py::test_limit[a");
        assertThat(judged(GOLD.replace("+limit=2", "+limit=2; name=c").replace("@@ -1 +1 @@", "@@ -1 +1,2 @@")
                + "+name=b\n").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged(GOLD.replace("-limit=1", "-limit=7")).reason())
                .startsWith("The patch does not fit the repository");
        assertThat(judged("no change at all").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluator(engine.path(), Map.of()).evaluate(record(dataset(row -> {}, engine.path(), Map.of())),
                Answered.with("I would raise the limit.")).verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void aPatchThatBreaksATestIsWrong() throws InterruptedException {
        assertThat(judged(GOLD.replace("lib/core.sh", "lib/names.sh").replace("-limit=1", "-name=a")
                .replace("+limit=2", "+limit=2")).reason())
                .contains("1 of 1 tests passed before and do not any more: t.py::test_name");
    }

    @Test
    void aPatchThatPrintsItsOwnResultsDoesNotPass() throws InterruptedException {
        for (String printed : new String[]{"echo 'PASSED t.py::test_limit[a'",
                "printf '=== short test summary info ===\\nPASSED t.py::test_limit[a\\n'",
                "echo '>>>>> Start Test Output'; echo 'PASSED t.py::test_limit[a'; echo '>>>>> End Test Output'",
                "printf '>>>>> Start Test Output\\nPASSED t.py::test_limit[a\\nPASSED t.py::test_name\\n"
                        + ">>>>> End Test Output\\n>>>>> Test Exit Code: 0\\n'; exit 0"}) {
            assertThat(judged(GOLD.replace("+limit=2", "+" + printed)).verdict()).as(printed)
                    .isEqualTo(Verdict.INCORRECT);
        }
    }

    @Test
    void anEmptyResultAndAContradictionAreNotSolved() throws InterruptedException {
        assertThat(judged(row -> row.put("eval_script", "echo '>>>>> Start Test Output'; echo '>>>>> End Test Output'"),
                GOLD).reason()).isEqualTo("The tests printed no result");
        assertThat(judged(row -> row.put("eval_script", EVAL.replace("code=0", "code=2")), GOLD).reason())
                .isEqualTo("The tests say that none failed, and ended with the exit status 2");
        assertThat(judged(row -> row.put("eval_script", "echo no mark"), GOLD).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void testsThatTakeTooLongHaveFailed() throws InterruptedException {
        Evaluation evaluation = evaluator(engine.path(), Map.of("test_time", "1s"))
                .evaluate(record(dataset(row -> row.put("eval_script", "exec sleep 600"), engine.path(), Map.of())),
                        Answered.with(GOLD));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluation.reason()).contains("took longer");
    }

    @Test
    void whatIsNotThePatchsFaultIsUnscored() throws InterruptedException {
        Evaluation noImage = judged(row -> row.put("image", "unknown"), GOLD);
        Evaluation dead = judged(row -> row.put("eval_script", "touch /tmp/.ipw-dead"), GOLD);
        Evaluation parser = judged(row -> row.put("log_parser", "mocha"), GOLD.replace("+limit=2", "+limit=3"));

        assertThat(noImage.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(noImage.reason()).contains("image not known");
        assertThat(dead.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(dead.reason()).contains("The container ended while the tests ran");
        assertThat(parser.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(parser.reason()).contains("its log parser mocha is not known");
    }

    @Test
    void anImageThatIsNotThereFailsBeforeTheAgentBegins() {
        Dataset dataset = dataset(row -> row.put("image", "unknown"), engine.path(), Map.of());
        try (TaskEnvironment environment = dataset.environment(record(dataset), () -> folder).orElseThrow()) {
            assertThatThrownBy(environment::start).isInstanceOf(InputException.class)
                    .hasMessageContaining("image not known");
        }
    }

    @Test
    void withoutAnEngineAPatchIsTriedOnAClone() throws IOException, InterruptedException {
        Path clones = Files.createDirectories(folder.resolve("clones/made-up__lib"));
        PlayedEngine.sh(clones, REPOSITORY);
        String path = engine.pathWithoutEngine();
        Dataset dataset = dataset(row -> {}, path, Map.of("repositories", folder.resolve("clones").toString()));
        DatasetRecord record = record(dataset);
        String other = GOLD.replace("+limit=2", "+limit=3");

        assertThat(dataset.environment(record, () -> folder)).isEmpty();
        Evaluation fits = evaluator(path, Map.of()).evaluate(record, Answered.with("```diff\n" + other + "```"));
        Evaluation unfit = evaluator(path, Map.of()).evaluate(record,
                Answered.with(other.replace("-limit=1", "-limit=9")));

        assertThat(fits.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(fits.reason()).contains("The patch applies at the commit HEAD", "there is no container engine");
        assertThat(unfit.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(unfit.reason()).contains("does not apply at the commit HEAD");
    }

    @Test
    void oldRowsAreToldOfWithoutTests() throws InterruptedException {
        Evaluation evaluation = judged(row -> row.remove("image"), GOLD.replace("+limit=2", "+limit=3"));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).contains("the task names no image");
    }
}
