package dev.ipw.dataset;

import dev.ipw.dataset.DatasetProvider.Requirement;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a dataset is given, and what it needs. */
class DatasetContextTests {
    @TempDir
    Path folder;

    @Test
    void keepsWhatIsFetchedWhereTheUserSays() {
        assertThat(DatasetContext.of(Map.of("XDG_CACHE_HOME", folder.toString())).cachePath())
                .isEqualTo(folder.resolve("ipw"));
        assertThat(DatasetContext.of(Map.of("IPW_CACHE_DIR", folder.toString(), "XDG_CACHE_HOME", "/x")).cachePath())
                .isEqualTo(folder);
        Path own = folder.resolve("a").resolve("b");
        assertThat(DatasetContext.of(Map.of("IPW_CACHE_DIR", "/x")).withCacheFolder(own).cacheFolder()).isEqualTo(own)
                .isDirectory();
    }

    @Test
    void looksUpTokensByServiceAndShowsNone() {
        DatasetContext context = DatasetContext.of(Map.of("HF_TOKEN", "hf_secret", "MY_HUB_TOKEN", " "));
        assertThat(context.token("huggingface")).hasValue("hf_secret");
        assertThat(context.token("my-hub")).isEmpty();
        assertThat(DatasetContext.tokenVariable("my-hub")).isEqualTo("MY_HUB_TOKEN");
        assertThat(context.withOffline(true).toString()).doesNotContain("hf_secret");
    }

    @Test
    void tellsWhatTakesLong() {
        List<String> told = new ArrayList<>();
        DatasetContext.of(Map.of()).withProgress(told::add).withOffline(true).progress("Fetching 24 MB");
        assertThat(told).containsExactly("Fetching 24 MB");
    }

    @Test
    void namesAllThatIsMissingBeforeAnythingIsOpened() {
        Gated gated = new Gated(
                List.of(Requirement.token("huggingface", "create one at huggingface.co/settings/tokens"),
                        Requirement.network("to download 24 MB"), Requirement.freeSpace(Long.MAX_VALUE / 2),
                        Requirement.program("no-such-program", "it runs the answers")));
        DatasetContext context = DatasetContext.of(Map.of("PATH", folder.toString())).withCacheFolder(folder)
                .withOffline(true);
        assertThatThrownBy(() -> open(gated, context)).isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(
                        "The dataset gated cannot be opened here: the environment variable HF_TOKEN is not"
                                + " set: it holds the token of huggingface; create one at huggingface.co/settings/tokens; ")
                .hasMessageContaining("the network is needed to download 24 MB, and this run is offline")
                .hasMessageContaining("MB are needed in " + folder)
                .hasMessageContaining("the program no-such-program is in no folder of PATH: it runs the answers")
                .hasMessageEndingWith("Nothing was downloaded");
        assertThat(gated.contexts).isEmpty();
    }

    @Test
    void opensWhatHasAllItNeeds() throws IOException {
        Path program = Files.createFile(folder.resolve("runner"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Gated gated = new Gated(List.of(Requirement.token("huggingface", ""), Requirement.network("to download"),
                Requirement.freeSpace(1), Requirement.program("runner", ""), context -> Optional.empty()));
        DatasetContext context = DatasetContext.of(Map.of("PATH", folder.toString(), "HF_TOKEN", "t"))
                .withCacheFolder(folder.resolve("not").resolve("yet"));
        assertThat(open(gated, context).id()).isEqualTo("gated");
        assertThat(gated.contexts).containsExactly(context);
        assertThat(folder.resolve("not")).doesNotExist();
    }

    private static Dataset open(Gated gated, DatasetContext context) {
        return Datasets.open("gated", Parameters.none("dataset gated"), context,
                Plugins.builder("dataset", DatasetProvider.class).discovery(false).register(gated).build());
    }

    private static final class Gated implements DatasetProvider, Dataset {
        private final List<DatasetContext> contexts = new ArrayList<>();
        private final List<Requirement> requirements;

        Gated(List<Requirement> requirements) {
            this.requirements = requirements;
        }

        @Override
        public String id() {
            return "gated";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public List<Requirement> requirements(DatasetContext context, Parameters parameters) {
            return requirements;
        }

        @Override
        public Dataset open(DatasetContext context, Parameters parameters) {
            contexts.add(context);
            return this;
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of();
        }
    }
}
