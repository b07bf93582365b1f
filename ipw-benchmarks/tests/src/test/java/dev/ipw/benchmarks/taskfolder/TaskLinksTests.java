package dev.ipw.benchmarks.taskfolder;

import dev.ipw.benchmarks.environment.PlayedEngine;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tasks whose files are links to what is none of theirs. */
@DisabledOnOs(OS.WINDOWS)
@Tag("process")
class TaskLinksTests {
    private static final Plugins<DatasetProvider> DATASETS = Plugins.builder("dataset", DatasetProvider.class).build();
    private static final String FOREIGN = "what nobody may see";

    @TempDir
    Path place;

    private PlayedEngine engine;
    private Path harbor;
    private Path terminalBench;
    private Path outside;

    @BeforeEach
    void makeTasks() throws IOException {
        engine = PlayedEngine.in(place.resolve("engine"));
        harbor = place.resolve("harbor").resolve("task");
        write(harbor, "task.toml", "version = \"1.0\"\n");
        write(harbor, "instruction.md", "Do it.\n");
        write(harbor, "environment/Dockerfile", "FROM scratch\n");
        write(harbor, "tests/test.sh", "true\n");
        write(harbor, "solution/solve.sh", "true\n");
        terminalBench = place.resolve("terminalbench").resolve("task");
        write(terminalBench, "task.yaml", "instruction: Do it.\n");
        write(terminalBench, "Dockerfile", "FROM scratch\n");
        write(terminalBench, "run-tests.sh", "true\n");
        // All that a task may have, so that a link to it could stand for any file or folder of one.
        outside = place.resolve("outside");
        for (String name : new String[]{"Dockerfile", "test.sh", "solve.sh", "docker-compose.yaml"}) {
            write(outside, name, FOREIGN);
        }
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolve("..").normalize());
        Files.writeString(file, text);
    }

    private static void link(Path link, Path target) throws IOException {
        if (Files.exists(link)) {
            try (Stream<Path> all = Files.walk(link)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.createDirectories(link.resolve("..").normalize());
        Files.createSymbolicLink(link, target);
    }

    private Dataset open(String id) {
        return DATASETS.require(id).open(DatasetContext.of(Map.of("PATH", engine.path())),
                Parameters.of("dataset " + id,
                        Map.of("address", place.resolve(id).toString(), "environment", "podman")));
    }

    private static String problem(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.findFirst().orElseThrow().problem();
        }
    }

    private void assertRefused(String id, Path task, String name) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> open(id))
                .withMessageContaining(task.resolve(name).toString())
                .withMessageContaining("out of the task's folder")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(FOREIGN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"task.toml", "instruction.md", "tests/test.sh", "solution/solve.sh", "environment/Dockerfile",
                    "environment/docker-compose.yaml"})
    void aFileThatIsALinkOutOfItsTaskIsRefusedByName(String name) throws IOException {
        link(harbor.resolve(name), outside.resolve("test.sh"));

        assertRefused("harbor", harbor, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tests", "solution", "environment"})
    void soIsAFolder(String name) throws IOException {
        link(harbor.resolve(name), outside);

        assertRefused("harbor", harbor, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"task.yaml", "run-tests.sh", "Dockerfile", "docker-compose.yaml"})
    void soAreFilesOfTheOtherForm(String name) throws IOException {
        link(terminalBench.resolve(name), outside.resolve("test.sh"));

        assertRefused("terminalbench", terminalBench, name);
    }

    @Test
    void aLinkBySeveralStepsIsHeldAgainstItsEnd() throws IOException {
        link(harbor.resolve("instruction.md"), Path.of("further"));
        link(harbor.resolve("further"), Path.of("../../outside/test.sh"));

        assertRefused("harbor", harbor, "instruction.md");
    }

    @Test
    void linksWithinATaskAreFollowed() throws IOException {
        write(harbor, "texts/ask.md", "Ask it.\n");
        link(harbor.resolve("instruction.md"), Path.of("texts/ask.md"));

        assertThat(problem(open("harbor"))).isEqualTo("Ask it.");
    }

    @Test
    void whatALinkInTheEnvironmentLeadsToIsNoPartOfTheTask() throws IOException {
        Files.createSymbolicLink(harbor.resolve("environment").resolve("root"), outside);
        String before = open("harbor").id();
        write(outside, "more", "more");

        assertThat(open("harbor").id()).isEqualTo(before);

        Files.delete(harbor.resolve("environment").resolve("root"));
        Files.createSymbolicLink(harbor.resolve("environment").resolve("root"), Path.of("/"));
        assertThat(open("harbor").id()).isNotEqualTo(before);
    }

    @Test
    void aLinkToATaskIsRefusedByName() throws IOException {
        Path other = place.resolve("elsewhere").resolve("other");
        write(other, "task.toml", "version = \"1.0\"\n");
        Files.createSymbolicLink(harbor.resolveSibling("linked"), other);

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> open("harbor"))
                .withMessageContaining("linked is a link to a task").withMessageContaining("not followed");
    }
}
