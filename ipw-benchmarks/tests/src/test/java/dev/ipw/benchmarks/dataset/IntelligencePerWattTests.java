package dev.ipw.benchmarks.dataset;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

final class IntelligencePerWattTests {
    @TempDir
    Path temporary;

    private static Dataset open(String name, Map<String, String> parameters) {
        return Datasets.open(name, Parameters.of("dataset ipw", parameters), DatasetContext.of(Map.of()),
                Plugins.builder("dataset", DatasetProvider.class).build());
    }

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }

    private Path examples() {
        return QuestionFolder.ofExamples(temporary.resolve("questions"));
    }

    private Path folder(List<Map<String, @Nullable Object>> rows) {
        return QuestionFolder.of(temporary.resolve("own"), rows);
    }

    private static Map<String, @Nullable Object> row(String problem, @Nullable String answer,
            @Nullable String metadata) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("problem", problem);
        row.put("answer", answer);
        row.put("dataset_metadata", metadata);
        return row;
    }

    private static String from(String set) {
        return "{\"config\": {\"dataset_name\": \"" + set + "\"}}";
    }

    @Test
    void letsEachQuestionBeJudgedByItsKindAndKeepsItsCategory() {
        Dataset dataset = open("ipw:" + examples(), Map.of());

        assertThat(records(dataset)).extracting(DatasetRecord::id, one -> one.evaluator().orElseThrow(),
                one -> one.metadata().get("anthropic_index_category"), one -> one.metadata().get("source"))
                .containsExactly(
                        tuple("ipw-0001", "pairwise", "Food preparation and serving related", "allenai/WildChat"),
                        tuple("ipw-0002", "natural-reasoning", "Architecture and engineering",
                                "facebook/natural_reasoning"),
                        tuple("ipw-0003", "multiple-choice", "Computer and mathematical", "TIGER-Lab/MMLU-Pro"),
                        tuple("ipw-0004", "multiple-choice", "Life, physical, and social science",
                                "m-a-p/SuperGPQA"));
    }

    @Test
    void comparesAChatAnswerWithTheReplyThatTheRowHolds() {
        DatasetRecord chat = records(open("ipw:" + examples(), Map.of())).getFirst();

        assertThat(chat.answer()).isEmpty();
        assertThat(chat.metadata().get("reference_answer"))
                .isEqualTo("A banana: it is a quick snack that gives you energy.");
    }

    @Test
    void readsTheChoicesFromTheMetadataOrFromTheQuestion() {
        List<DatasetRecord> records = records(open("ipw:" + examples(), Map.of()));

        assertThat(records.get(2).choices()).containsExactly("21", "23", "25", "27", "33");
        assertThat(records.get(3).choices()).hasSize(6).startsWith("the red one", "the grey one");
    }

    @Test
    void asksTheQuestionAsItStands() {
        Dataset dataset = open("ipw:" + examples(), Map.of());
        DatasetRecord choice = records(dataset).get(2);

        assertThat(dataset.promptTemplates().getFirst().opening(choice).getFirst().text()).isEqualTo(choice.problem());
    }

    @Test
    void leavesRowsWithoutAnAnswerOutAsTheOriginalDoes() {
        Path folder = folder(List.of(row("What is 1 + 1?", " ", from("facebook/natural_reasoning")),
                row("What is 2 + 2?", "4", from("facebook/natural_reasoning")),
                row(" ", "4", from("facebook/natural_reasoning"))));

        assertThat(records(open("ipw:" + folder, Map.of()))).extracting(DatasetRecord::id)
                .containsExactly("ipw-0002");
    }

    @Test
    void asksForTheEvaluatorOfAnUnknownSet() {
        Path folder = folder(List.of(row("What is 1 + 1?", "2", from("somebody/new-set"))));

        assertThatThrownBy(() -> records(open("ipw:" + folder, Map.of()))).isInstanceOf(InputException.class)
                .hasMessageContaining("row 1").hasMessageContaining("'somebody/new-set'")
                .hasMessageContaining("the dataset parameter evaluator=ID");
        assertThat(records(open("ipw:" + folder, Map.of("evaluator", "numeric"))).getFirst().evaluator())
                .contains("numeric");
    }

    @Test
    void saysWhereTheQuestionsComeFrom() {
        assertThatThrownBy(() -> open("ipw", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the dataset ipw:FOLDER").hasMessageContaining("mixed_1k_seed1_base")
                .hasMessageContaining("https://github.com/HazyResearch/intelligence-per-watt");
        assertThatThrownBy(() -> open("ipw:" + temporary.resolve("nowhere"), Map.of()))
                .isInstanceOf(InputException.class).hasMessageContaining("nowhere");
    }

    @Test
    void saysThatAPointerIsNotTheData() throws IOException {
        Path folder = examples();
        try (Stream<Path> files = Files.list(folder)) {
            Path data = files.filter(file -> file.toString().endsWith(".arrow")).findFirst().orElseThrow();
            Files.writeString(data, "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n");
        }

        assertThatThrownBy(() -> open("ipw:" + folder, Map.of())).isInstanceOf(InputException.class)
                .hasMessageContaining("git lfs pull");
    }

    @Test
    void refusesOtherQuestionsThanThoseOfARevision() {
        Path folder = examples();
        String id = open("ipw:" + folder, Map.of()).id();

        assertThat(id).matches("ipw@[0-9a-f]{12}");
        assertThat(records(open("ipw:" + folder + id.substring(3), Map.of()))).hasSize(4);
        assertThatThrownBy(() -> open("ipw:" + folder + "@000000000000", Map.of()))
                .isInstanceOf(InputException.class).hasMessageContaining(id.substring(4));
    }

    @Test
    void opensAFolderWithAnAtSignInItsName() {
        Path folder = QuestionFolder.ofExamples(temporary.resolve("checkout@2"));

        assertThat(records(open("ipw:" + folder, Map.of()))).hasSize(4);
    }
}
