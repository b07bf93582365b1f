package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The folder {@code two-splits} was written by HuggingFace datasets 5.0.1, its answers as class labels. */
class ArrowDatasetTests {
    private static final Path SPLITS = Path.of("src/test/resources/arrow/two-splits");

    @Test
    void readsTheNamedSplitOfAFolder() {
        Dataset dataset = Datasets.read(SPLITS, parameters(Map.of("split", "test", "evaluator", "multiple-choice")));

        assertThat(dataset.displayName()).isEqualTo("two-splits");
        assertThat(dataset.defaultEvaluator()).isEqualTo("multiple-choice");
        List<DatasetRecord> records = records(dataset);
        assertThat(records).extracting(DatasetRecord::id).containsExactly("000001", "000002");
        DatasetRecord first = records.getFirst();
        assertThat(first.problem()).isEqualTo("What?");
        assertThat(first.answer()).as("the label's name, not its number").isEqualTo("C");
        assertThat(first.choices()).containsExactly("a", "b", "c", "d");
        assertThat(first.subject()).contains("x");
        assertThat(records(dataset)).as("a second pass").isEqualTo(records);
    }

    @Test
    void readsAFolderWithoutSplitsAndABareStream() {
        Parameters none = parameters(Map.of());
        List<DatasetRecord> folder = records(Datasets.read(SPLITS.resolve("test"), none));

        assertThat(folder).hasSize(2);
        Dataset bare = Datasets.read(SPLITS.resolve("test/data-00000-of-00001.arrow"), none);
        assertThat(bare.displayName()).isEqualTo("data-00000-of-00001");
        assertThat(records(bare)).isEqualTo(folder);
    }

    @Test
    void asksWhichOfSeveralSplits() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Datasets.read(SPLITS, parameters(Map.of())))
                .withMessageContaining("split=")
                .withMessageContaining("dev")
                .withMessageContaining("test");
    }

    @Test
    void namesFileAndRowOfWhatIsNoQuestion() {
        Dataset dataset = Datasets.read(Path.of("src/test/resources/arrow/beyond-long.arrow"), parameters(Map.of()));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> records(dataset))
                .withMessageContaining("beyond-long.arrow");
    }

    @Test
    void saysOfAFolderThatItHoldsNoDataset(@TempDir Path folder) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> Datasets.read(folder, parameters(Map.of())))
                .withMessageContaining("state.json");
    }

    private static Parameters parameters(Map<String, String> values) {
        return Parameters.of("dataset", values);
    }

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }
}
