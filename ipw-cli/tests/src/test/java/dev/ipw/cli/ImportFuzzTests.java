package dev.ipw.cli;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Imports results of other tools of which something was changed. */
@Tag("fuzz")
class ImportFuzzTests {
    private static final Path SAMPLES = Path.of("..", "..", "ipw-import", "tests", "src", "test", "resources", "dev",
            "ipw",
            "importing");
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"llmeter, llmeter-load", "aiperf, aiperf", "vllm, vllm", "guidellm, guidellm",
            "ipw, ipw/profile_H10080GB_demo_model_1B_demo"})
    void importsOrRefusesWithoutWriting(String tool, String sample) {
        DrawnInputs.each("import " + tool, Draws.of(8, 60), random -> {
            Path input = copied(SAMPLES.resolve(sample), Files.createTempDirectory(folder, "tool-"));
            Path changed = change(input, random);
            Path runs = Files.createTempDirectory(folder, "runs-").resolve("runs");
            FuzzedCommand imported = FuzzedCommand.run("import", tool, read(tool, input).toString(), "--output-dir",
                    runs.toString(), "--run-name", "a");
            if (imported.exitCode() == ExitCode.FINE) {
                readsWhatWasWritten(runs);
            } else {
                assertThat(imported.err()).contains(input.getFileName().toString());
                assertThat(Files.exists(runs) && !named(runs).isEmpty()).as("runs of %s: %s", changed, imported.err())
                        .isFalse();
            }
        });
    }

    private static void readsWhatWasWritten(Path runs) throws IOException {
        for (Path run : named(runs)) {
            assertThat(FuzzedCommand.run("show", run.toString()).exitCode()).isEqualTo(ExitCode.FINE);
            FuzzedCommand figures = FuzzedCommand.run("analyze", run.toString(), "--analysis", "latency", "--json");
            assertThat(figures.exitCode()).as(figures.err()).isEqualTo(ExitCode.FINE);
            JSON.readTree(figures.out());
        }
    }

    private static Path read(String tool, Path input) throws IOException {
        return tool.equals("vllm") ? named(input).getFirst() : input;
    }

    private static List<Path> named(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static Path copied(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.walk(from)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(entry));
                Files.createDirectories(copy.getParent());
                Files.copy(entry, copy);
            }
        }
        return to;
    }

    /** Change one value, or some bytes, of one file. */
    private static Path change(Path input, SplittableRandom random) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.walk(input)) {
            files = entries.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        String name = file.getFileName().toString();
        if (random.nextInt(4) == 0 || !(name.endsWith(".json") || name.endsWith(".jsonl"))) {
            Files.write(file, HostileBytes.damage(Files.readAllBytes(file), random));
        } else if (name.endsWith(".json")) {
            Files.writeString(file, HostileJson.of(JSON.readTree(file.toFile()), random).text());
        } else {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            int line = random.nextInt(lines.size());
            lines.set(line, HostileJson.of(JSON.readTree(lines.get(line)), random).text());
            Files.write(file, lines, StandardCharsets.UTF_8);
        }
        return file;
    }
}
