package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.ExampleCheck;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class BfclTests {
    private static final String MADE_UP = "src/test/resources/dev/ipw/benchmarks/dataset/hub/gorilla-llm/"
            + "Berkeley-Function-Calling-Leaderboard";
    /** How many questions each file of version 4 has. */
    private static final Map<String, Integer> SIZES = Map.ofEntries(Map.entry("simple_python", 400),
            Map.entry("simple_java", 100), Map.entry("simple_javascript", 50), Map.entry("multiple", 200),
            Map.entry("parallel", 200), Map.entry("parallel_multiple", 200), Map.entry("irrelevance", 240),
            Map.entry("live_simple", 258), Map.entry("live_multiple", 1_053), Map.entry("live_parallel", 16),
            Map.entry("live_parallel_multiple", 24), Map.entry("live_irrelevance", 884),
            Map.entry("live_relevance", 16));

    @TempDir
    Path folder;

    private Dataset open(String address, String... parameters) {
        Map<String, String> all = new HashMap<>(Map.of("address", address));
        for (int at = 0; at < parameters.length; at += 2) {
            all.put(parameters[at], parameters[at + 1]);
        }
        Parameters given = Parameters.of("dataset bfcl", all);
        Dataset dataset = new Bfcl().open(DatasetContext.system().withCacheFolder(folder.resolve("cache")), given);
        given.rejectUnknown();
        return dataset;
    }

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }

    private List<String> categories(String chosen) {
        return records(open(MADE_UP, "categories", chosen)).stream()
                .map(record -> String.valueOf(record.metadata().get("category"))).distinct().toList();
    }

    @Test
    void choosesCategoriesAndGroups() {
        assertThat(categories("all")).hasSize(13);
        assertThat(categories("non_live")).containsExactly("simple_python", "simple_java", "simple_javascript",
                "multiple", "parallel", "parallel_multiple", "irrelevance");
        assertThat(categories("live")).hasSize(6).allMatch(name -> name.startsWith("live_"));
        assertThat(categories("hallucination")).containsExactly("irrelevance", "live_irrelevance");
        assertThat(categories("live_simple, simple, java")).containsExactly("simple_python", "simple_java",
                "live_simple");
        assertThatThrownBy(() -> open(MADE_UP, "categories", "multi_turn_base"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("multi_turn_base", "non_live", "live_relevance");
        assertThatThrownBy(() -> open(MADE_UP, "sample", "some")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("mlperf");
        assertThatThrownBy(() -> open(folder.resolve("none").toString())).isInstanceOf(InputException.class)
                .hasMessageContaining("There is no folder");
        assertThatThrownBy(() -> open(folder.toString())).isInstanceOf(InputException.class)
                .hasMessageContaining("BFCL_v3_simple.json");
    }

    private DatasetRecord first(String category) {
        return records(open(MADE_UP, "categories", category)).getFirst();
    }

    @Test
    void recordsSayWhatTheyAreGroupedBy() {
        assertThat(first("simple_java").metadata()).containsEntry("group", "non_live")
                .containsEntry("language", "java").containsEntry("expects", "calls");
        assertThat(first("live_irrelevance").metadata()).containsEntry("group", "hallucination")
                .containsEntry("expects", "no_call").containsEntry("ground_truth", "[]");
        assertThat(first("live_relevance").metadata()).containsEntry("group", "relevance")
                .containsEntry("expects", "any_call").doesNotContainKey("ground_truth");
        assertThat(first("live_parallel").subject()).hasValue("live_parallel");
    }

    @Test
    void rightAnswersOfEveryCategoryAreRightAndOthersWrong() throws InterruptedException {
        ExampleCheck check = ExampleCheck.of(new Bfcl(),
                Plugins.builder("evaluator", EvaluatorProvider.class).build().require("bfcl")
                        .create(EvaluatorContext.builder().build(), Parameters.none("evaluator bfcl")));

        assertThat(check.problems()).isEmpty();
        assertThat(check.examples()).isEqualTo(26);
    }

    @Test
    void takesAsManyQuestionsAsMlperf() throws IOException {
        Files.createDirectory(folder.resolve("possible_answer"));
        for (Map.Entry<String, Integer> size : SIZES.entrySet()) {
            String name = "BFCL_v4_" + size.getKey() + ".json";
            Files.writeString(folder.resolve(name), rows(size.getKey(), size.getValue(),
                    """
                            "question": [[{"role": "user", "content": "Go"}]], "function": [{"name": "go", "parameters": {}}]"""));
            Files.writeString(folder.resolve("possible_answer").resolve(name),
                    rows(size.getKey(), size.getValue(), "\"ground_truth\": [{\"go\": {}}]"));
        }
        Files.writeString(folder.resolve("BFCL_v3_simple.json"), "torn, and not read beside version 4");

        List<DatasetRecord> sample = records(open(folder.toString(), "sample", "mlperf"));

        assertThat(sample).hasSize(995);
        assertThat(sample.stream().collect(Collectors.groupingBy(
                record -> String.valueOf(record.metadata().get("group")), Collectors.counting())))
                .isEqualTo(Map.of("non_live", 713L, "live", 170L, "hallucination", 112L));
        assertThat(sample.getFirst().id()).isEqualTo("simple_python_0");
        assertThat(records(open(folder.toString()))).hasSize(3_641);
        assertThat(open(folder.toString()).id()).matches("bfcl@[0-9a-f]{12}");
    }

    private static String rows(String category, int count, String fields) {
        return IntStream.range(0, count).mapToObj(at -> "{\"id\": \"" + category + "_" + at + "\", " + fields + "}\n")
                .collect(Collectors.joining());
    }
}
