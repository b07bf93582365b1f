package dev.ipw.benchmarks.hub;

import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class HubSplitsTests {
    private static final String CARD = """
            ---
            license: mit
            configs:
            - config_name: main
              data_files:
              - split: train
                path: main/train-*
              - split: test
                path: main/test-*
            - config_name: extra
              data_files: extra/*.jsonl
            ---
            # Card
            """;

    private final HubServer server = HubServer.start();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private HubSnapshot snapshot(List<String> paths, String card) {
        HubServer.Repository repository = server.repository("o/n");
        paths.forEach(path -> repository.file(path, path));
        if (!card.isEmpty()) {
            repository.file("README.md", card);
        }
        return Hub.of(DatasetContext.of(Map.of("HF_ENDPOINT", server.endpoint(), "HF_HOME", folder.toString()))
                .withCacheFolder(folder.resolve("ipw"))).snapshot("o/n", Optional.empty());
    }

    @Test
    void followsTheCard() {
        HubSnapshot snapshot = snapshot(List.of("main/test-00000-of-00001.parquet", "main/train-00000-of-00002.parquet",
                "main/train-00001-of-00002.parquet", "extra/a.jsonl"), CARD);

        assertThat(HubSplits.files(snapshot, "main", "test")).containsExactly("main/test-00000-of-00001.parquet");
        assertThat(HubSplits.files(snapshot, "main", "train")).hasSize(2);
        assertThat(HubSplits.files(snapshot, "extra", "")).containsExactly("extra/a.jsonl");
        assertThatThrownBy(() -> HubSplits.files(snapshot, "", "test")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("several configs").hasMessageContaining("main, extra");
        assertThatThrownBy(() -> HubSplits.files(snapshot, "main", "dev")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no split 'dev'; it has train, test");
    }

    @Test
    void tellsSplitsFromNamesWhereNoCardDoes() {
        HubSnapshot snapshot = snapshot(List.of("data/train-00000-of-00001.parquet", "data/test-00000-of-00001.parquet",
                "results/summary.json", ".gitattributes"), "# no head");

        assertThat(HubSplits.files(snapshot, "default", "test")).containsExactly("data/test-00000-of-00001.parquet");
    }

    @Test
    void takesTheWordsOfSplits() {
        HubSnapshot snapshot = snapshot(List.of("dev/one.csv", "my_training.csv", "testing-2.csv"), "");

        assertThat(HubSplits.files(snapshot, "", "validation")).containsExactly("dev/one.csv");
        assertThat(HubSplits.files(snapshot, "", "train")).containsExactly("my_training.csv");
        assertThat(HubSplits.files(snapshot, "", "test")).containsExactly("testing-2.csv");
    }

    @Test
    void callsFilesWithoutASplitTrain() {
        assertThat(HubSplits.files(snapshot(List.of("questions.jsonl"), ""), "", ""))
                .containsExactly("questions.jsonl");
    }

    @Test
    void refusesASplitOfWhichAPartIsMissing() {
        HubSnapshot snapshot = snapshot(
                List.of("data/test-00000-of-00003.parquet", "data/test-00002-of-00003.parquet"), "");

        assertThatThrownBy(() -> HubSplits.files(snapshot, "", "test")).isInstanceOf(InputException.class)
                .hasMessageContaining("2 of 3 files of data/test-of-00003 are there");
    }

    @Test
    void saysThatThereIsNoData() {
        assertThatThrownBy(() -> HubSplits.files(snapshot(List.of("load.py"), ""), "", ""))
                .isInstanceOf(InputException.class).hasMessageContaining("has no data files");
    }

    @Test
    void readsPatternsOfPaths() {
        assertThat(PathPattern.of("data/*.jsonl")).accepts("data/a.jsonl").rejects("data/x/a.jsonl", "data/a.json");
        assertThat(PathPattern.of("**/test-*")).accepts("test-1", "a/test-1", "a/b/test-x").rejects("a/test-1/b");
        assertThat(PathPattern.of("x/**")).accepts("x/a", "x/a/b").rejects("y/a");
        assertThat(PathPattern.of("f[0-9].{csv,tsv}")).accepts("f1.csv", "f2.tsv").rejects("fa.csv", "f1.txt");
        assertThat(PathPattern.of("f[!0-9].csv")).accepts("fa.csv").rejects("f1.csv");
        assertThat(PathPattern.of("a+b(1).csv")).accepts("a+b(1).csv").rejects("aab1.csv");
    }
}
