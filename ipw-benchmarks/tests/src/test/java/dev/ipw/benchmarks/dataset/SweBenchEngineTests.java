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
import dev.ipw.evaluation.Evaluation;
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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests patches in containers of a true engine, of an image with git, Python and pytest that the environment names. */
final class SweBenchEngineTests {
    private static final String IMAGE = "localhost/ipw-made-up-row";
    private static final String GOLD = """
            diff --git a/lib.py b/lib.py
            --- a/lib.py
            +++ b/lib.py
            @@ -1,2 +1,2 @@
             def limit():
            -    return 1
            +    return 2
            """;
    private static final String EVAL = """
            #!/bin/bash
            set -uxo pipefail
            cd /testbed
            : '>>>>> Start Test Output'
            python -m pytest -rA -p no:cacheprovider test_lib.py
            code=$?
            : '>>>>> End Test Output'
            set +x
            echo ">>>>> Test Exit Code: $code"
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void image() throws IOException, InterruptedException {
        Optional<String> base = Optional.ofNullable(System.getenv("IPW_TEST_IMAGE"));
        Assumptions.assumeTrue(base.isPresent(),
                "needs podman and an image with git, python and pytest, named by IPW_TEST_IMAGE");
        Path context = Files.createDirectories(folder.resolve("image"));
        Files.writeString(context.resolve("lib.py"), "def limit():\n    return 1\n");
        Files.writeString(context.resolve("test_lib.py"), """
                import pytest, lib
                @pytest.mark.parametrize("word", ["two words"])
                def test_limit(word):
                    assert lib.limit() == 2
                def test_there():
                    assert lib.limit() > 0
                """);
        Files.writeString(context.resolve("Dockerfile"), "FROM " + base.orElseThrow()
                + "\nCOPY lib.py test_lib.py /testbed/\nRUN cd /testbed && git init -q . && git add -A"
                + " && git -c user.name=a -c user.email=a@example.org commit -qm base\n");
        PlayedEngine.sh(context, "podman build -q --tag " + IMAGE + " . 2>&1");
    }

    private Evaluation worked(Work work) throws IOException, InterruptedException {
        try (HubServer hub = HubServer.start()) {
            ObjectNode row = Json.object().put("repo", "made-up/lib").put("instance_id", "made-up__lib-1")
                    .put("base_commit", "HEAD").put("patch", GOLD).put("test_patch", "")
                    .put("problem_statement", "The limit is too low.")
                    .put("FAIL_TO_PASS", "[\"test_lib.py::test_limit[two\"]")
                    .put("PASS_TO_PASS", "[\"test_lib.py::test_there\"]").put("image", IMAGE).put("eval_script", EVAL)
                    .put("log_parser", "pytest");
            hub.repository("SWE-bench/SWE-bench_Verified").largeFile("data/test.jsonl",
                    (row + "\n").getBytes(StandardCharsets.UTF_8));
            String path = System.getenv("PATH");
            Dataset dataset = Datasets.open("swebench",
                    Parameters.of("dataset swebench", Map.of("network", "none", "environment", "podman")),
                    DatasetContext.of(Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", folder.toString(), "PATH",
                            path)).withCacheFolder(folder.resolve("cache")),
                    Plugins.builder("dataset", DatasetProvider.class).build());
            DatasetRecord record;
            try (Stream<DatasetRecord> records = dataset.records()) {
                record = records.findFirst().orElseThrow();
            }
            Path task = folder.resolve("task");
            Files.createDirectories(task.resolve("workspace"));
            try (TaskEnvironment environment = dataset.environment(record, () -> task).orElseThrow()) {
                environment.start();
                work.in(environment);
                environment.verify();
            }
            return Plugins.builder("evaluator", EvaluatorProvider.class).build().require("swebench")
                    .create(EvaluatorContext.builder().build(), Parameters.none("evaluator swebench"))
                    .evaluate(record, Answered.with("done", task.resolve("workspace")));
        }
    }

    private interface Work {
        void in(TaskEnvironment environment) throws InterruptedException;
    }

    @Test
    void theBenchmarksOwnPatchSolvesTheTask() throws IOException, InterruptedException {
        Evaluation evaluation = worked(environment -> assertThat(environment.solve()).isPresent());

        assertThat(evaluation.verdict()).as(evaluation.toString()).isEqualTo(Verdict.CORRECT);
        assertThat(evaluation.metadata()).containsEntry("exit_code", "0").containsEntry("tests", "2");
    }

    @Test
    void nothingAndAWrongPatchDoNot() throws IOException, InterruptedException {
        assertThat(worked(environment -> {}).reason()).isEqualTo("Nothing was changed");
        Evaluation wrong = worked(environment -> environment.run(new ShellCommand(
                "echo 'print(\"PASSED test_lib.py::test_limit[two\")' >>lib.py; echo 'def new(): pass' >new.py",
                Duration.ofSeconds(60))));

        assertThat(wrong.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(wrong.reason()).isEqualTo("1 of 1 tests that should pass do not: test_lib.py::test_limit[two");
        assertThat(Files.readString(folder.resolve("task/patch.diff"))).contains("new.py");
    }
}
