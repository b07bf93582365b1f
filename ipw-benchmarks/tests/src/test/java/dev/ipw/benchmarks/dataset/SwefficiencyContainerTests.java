package dev.ipw.benchmarks.dataset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.benchmarks.environment.PlayedEngine;
import dev.ipw.benchmarks.hub.HubServer;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
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
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Times a workload that says its own time, so that no clock decides. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
final class SwefficiencyContainerTests {
    private static final Plugins<DatasetProvider> DATASETS = Plugins.builder("dataset", DatasetProvider.class).build();
    private static final Plugins<EvaluatorProvider> EVALUATORS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();
    private static final String GOLD = """
            diff --git a/mean b/mean
            --- a/mean
            +++ b/mean
            @@ -1 +1 @@
            -8.0
            +2.0
            """;

    @TempDir
    Path folder;
    private HubServer hub;
    private PlayedEngine engine;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        hub = HubServer.start();
        engine = PlayedEngine.in(folder.resolve("engine"));
        engine.image("made-up", """
                git init -q . && echo 8.0 >mean && echo PASSED >first && git add -A && git commit -qm base
                """);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private Evaluation judged(String patch) throws InterruptedException {
        ObjectNode row = Json.object().put("repo", "made-up/num").put("instance_id", "made-up__num-1")
                .put("base_commit", "HEAD").put("patch", GOLD).put("problem_statement", "")
                .put("workload", "echo \"Mean: $(cat mean)\"").put("speedup", 4.0)
                .put("test_cmd", "printf '%s t.py::a\\nPASSED t.py::b\\n' \"$(cat first)\" #").put("rebuild_cmd", "")
                .put("image_name", "made-up");
        row.putArray("covering_tests").add("t.py");
        hub.repository("swefficiency/swefficiency").largeFile("data/test.jsonl",
                (row + "\n").getBytes(StandardCharsets.UTF_8));
        Dataset dataset = Datasets.open("swefficiency", Parameters.none("dataset swefficiency"), DatasetContext.of(
                Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", folder.toString(), "PATH", engine.path()))
                .withCacheFolder(folder.resolve("cache")), DATASETS);
        try (Stream<DatasetRecord> records = dataset.records()) {
            return EVALUATORS.require(dataset.defaultEvaluator()).create(
                    EvaluatorContext.builder().variables(Map.of("PATH", engine.path())).build(),
                    Parameters.none("evaluator swefficiency"))
                    .evaluate(records.findFirst().orElseThrow(), Answered.with(patch));
        }
    }

    private static double ratio(Evaluation evaluation) {
        return Double.parseDouble(evaluation.metadata().getOrDefault("reward.ratio", "0"));
    }

    @Test
    void theExpertsPatchHasARatioOfOne() throws InterruptedException {
        Evaluation evaluation = judged(GOLD);

        assertThat(evaluation.verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(ratio(evaluation)).isCloseTo(1, within(1e-12));
        assertThat(evaluation.metadata().get("seconds_before")).isEqualTo("8.00000 s (8.00000 to 8.00000 s, 3 runs)");
    }

    @Test
    void aSlowerPatchHasItsShareOfTheExpertsSpeedup() throws InterruptedException {
        Evaluation evaluation = judged(GOLD.replace("+2.0", "+4.0"));

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(ratio(evaluation)).isCloseTo(0.5, within(1e-12));
        assertThat(evaluation.score()).hasValue(0.5);
        assertThat(evaluation.reason())
                .isEqualTo("The workload is 2.00 times as fast, the expert made it 4.00 times as fast");
    }

    @Test
    void aPatchThatBreaksATestHasOneOverTheExpertsSpeedup() throws InterruptedException {
        Evaluation evaluation = judged(GOLD + """
                diff --git a/first b/first
                --- a/first
                +++ b/first
                @@ -1 +1 @@
                -PASSED
                +FAILED
                """);

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(ratio(evaluation)).isEqualTo(0.25);
        assertThat(evaluation.reason()).contains("1 of 2 covering tests passed before", "t.py::a");
    }

    @Test
    void aPatchThatPrintsATimeOfItsOwnGainsNothing() throws InterruptedException {
        Evaluation evaluation = judged(GOLD.replace("@@ -1 +1 @@", "@@ -1 +1,2 @@") + "+Mean: 0.001\n");

        assertThat(evaluation.verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(ratio(evaluation)).isEqualTo(0.25);
    }
}
