package dev.ipw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.testing.Draws;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Profiles with files of options of which something was changed; the questions are missing, so nothing is ever asked. */
@Tag("fuzz")
class ConfigFuzzTests {
    private static final String YAML = """
            # options of a run
            base-url: http://127.0.0.1:9/v1
            model: "m"
            max-queries: 3
            concurrency: 2
            warmup-queries: 0
            dataset-param:
              subject: physics
              order: [a, b]
            client-param: {temperature: 0.5, api_key: s3cret-key-of-mine}
            telemetry: none
            idle-seconds: 0
            run-name: fuzzed
            overwrite: false
            """;
    private static final JsonNode OPTIONS = new ObjectMapper().valueToTree(Map.ofEntries(
            Map.entry("base-url", "http://127.0.0.1:9/v1"), Map.entry("model", "m"), Map.entry("max-queries", 3),
            Map.entry("concurrency", 2), Map.entry("client-param", Map.of("api_key", "s3cret-key-of-mine")),
            Map.entry("dataset-param", Map.of("subject", "physics")), Map.entry("idle-seconds", 0),
            Map.entry("run-name", "fuzzed"), Map.entry("overwrite", false), Map.entry("rate", 2.5)));

    @TempDir
    Path folder;

    @Test
    void refusesWithTheNameOfTheOptionOrFile() {
        DrawnInputs.each("config", Draws.of(40, 300), random -> {
            Path config = folder.resolve("options.yaml");
            byte[] bytes = random.nextBoolean()
                    ? HostileBytes.damage(YAML.getBytes(StandardCharsets.UTF_8), random)
                    : HostileJson.of(OPTIONS, random).text().getBytes(StandardCharsets.UTF_8);
            Files.write(config, bytes);
            FuzzedCommand profile = FuzzedCommand.run("profile", "--config", config.toString(), "--dataset",
                    folder.resolve("missing.jsonl").toString(), "--output-dir", folder.resolve("runs").toString());
            assertThat(profile.exitCode()).as(profile.err()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(profile.err())
                    .containsPattern("options\\.yaml|missing\\.jsonl|'--?[a-z]|--[a-z]|Unknown [a-z]+ '")
                    .doesNotContain("s3cret-key-of-mine");
            assertThat(profile.out()).isEmpty();
        });
    }
}
