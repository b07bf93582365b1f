package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads results that were cut off, mixed up or are of another tool. */
class DamagedImportTests {
    private static final int ROUNDS = Draws.of(40, 300);

    private static final String GOOD = "{\"response_text\":\"a\",\"id\":\"x\",\"input_prompt\":\"q\","
            + "\"time_to_first_token\":0.1,\"time_to_last_token\":0.3,\"num_tokens_input\":3,\"num_tokens_output\":5,"
            + "\"error\":null,\"request_time\":\"2026-01-31T12:00:00Z\"}\n";

    @TempDir
    Path folder;

    @Test
    void leavesOutLastLineThatWasCutOffAndSaysSo() throws IOException {
        ProfileRun run = llmeter(GOOD + GOOD + GOOD.substring(0, 60));
        assertThat(run.summary().totals().queries()).isEqualTo(2);
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("(line 3) was cut off"));
    }

    @Test
    void leavesOutLastLineThatWasCutWithinALetter() throws IOException {
        byte[] cut = Arrays.copyOf((GOOD + "{\"id\":\"ü").getBytes(StandardCharsets.UTF_8),
                (GOOD + "{\"id\":\"ü").getBytes(StandardCharsets.UTF_8).length - 1);
        Files.write(folder.resolve("responses.jsonl"), cut);
        ProfileRun run = RunImport.of("llmeter").read(folder).write(folder.resolve("runs")).getFirst();
        assertThat(run.summary().totals().queries()).isEqualTo(1);
    }

    @Test
    void keepsLastLineThatOnlyLacksItsEnd() throws IOException {
        assertThat(llmeter(GOOD + GOOD.strip()).summary().totals().queries()).isEqualTo(2);
    }

    @Test
    void refusesLineInTheMiddleThatIsDamagedWithItsNumber() {
        assertThatThrownBy(() -> llmeter(GOOD + "{\"id\": \n" + GOOD)).isInstanceOf(InputException.class)
                .hasMessageContaining("responses.jsonl, line 2 is not JSON")
                .hasMessageContaining("Copy the file again");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\"time_to_first_token\":0.1 | \"time_to_first_token\":\"soon\" | time_to_first_token must be a number",
            "\"time_to_last_token\":0.3 | \"time_to_last_token\":-1 | time_to_last_token must be seconds, 0 to",
            "\"time_to_last_token\":0.3 | \"time_to_last_token\":1e300 | time_to_last_token must be seconds",
            "\"num_tokens_output\":5 | \"num_tokens_output\":5.5 | num_tokens_output must be a whole number",
            "\"num_tokens_output\":5 | \"num_tokens_output\":[5] | num_tokens_output must be a whole number",
            "\"num_tokens_output\":5 | \"num_tokens_output\":-5 | num_tokens_output must be a count of tokens",
            "\"num_tokens_input\":3 | \"num_tokens_input\":9223372036854775807 | num_tokens_input must be a count",
            "\"input_prompt\":\"q\" | \"input_prompt\":{\"n\":1e400} | input_prompt: n must be a finite number",
            "2026-01-31T12:00:00Z | yesterday | request_time must be a moment such as",
            "\"error\":null | \"error\":{} | error must be a text"})
    void refusesWrongTypesWithPlace(String right, String wrong, String message) {
        assertThatThrownBy(() -> llmeter(GOOD + GOOD.replace(right.strip(), wrong.strip())))
                .isInstanceOf(InputException.class).hasMessageContaining("responses.jsonl, line 2")
                .hasMessageContaining(message.strip());
    }

    @Test
    void writesNothingOfWhatCannotBeReadToItsEnd() {
        assertThatThrownBy(() -> llmeter(GOOD + "[]\n" + GOOD)).isInstanceOf(InputException.class);
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void writesNoneOfSeveralRunsIfTheLastIsDamaged() throws IOException {
        for (String clients : List.of("00001-clients", "00005-clients")) {
            Files.createDirectories(folder.resolve(clients));
            Files.writeString(folder.resolve(clients).resolve("responses.jsonl"),
                    GOOD + (clients.startsWith("00001") ? "" : "[]\n" + GOOD));
        }
        assertThatThrownBy(() -> RunImport.of("llmeter").read(folder).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("line 2");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void refusesRunOfDecades() {
        assertThatThrownBy(() -> llmeter(GOOD + GOOD.replace("2026-01-31", "1996-01-31")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("responses.jsonl has requests that lie 10958 days apart");
    }

    @Test
    void refusesFileWithoutRequests() {
        assertThatThrownBy(() -> llmeter("\n\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("holds no request");
    }

    @Test
    void refusesHugeLine() {
        String huge = "{\"id\":\"" + "x".repeat(RunFiles.MAX_LINE_BYTES) + "\"}\n";
        assertThatThrownBy(() -> llmeter(huge)).isInstanceOf(InputException.class).hasMessageContaining("line 1")
                .hasMessageContaining("the most that is read of a line");
    }

    @Test
    void countsAnswerWithoutTimesAsFailed() throws IOException {
        ProfileRun run = llmeter(GOOD + GOOD.replace("\"time_to_last_token\":0.3", "\"time_to_last_token\":null"));
        assertThat(run.summary().totals().failed()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"llmeter", "aiperf", "vllm", "guidellm", "ipw"})
    void saysWhatIsMissing(String tool) {
        assertThatThrownBy(() -> RunImport.of(tool).read(folder.resolve("none")).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("none");
        assertThatThrownBy(() -> RunImport.of(tool).read(folder).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining(folder.toString());
    }

    @Test
    void saysHowToMakeVllmKeepItsRequests() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"), "{\"model_id\":\"m\",\"duration\":1.0}");
        assertThatThrownBy(() -> RunImport.of("vllm").read(file).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("--save-detailed");
    }

    @Test
    void refusesListsOfVllmThatEndTooEarly() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"),
                "{\"ttfts\":[0.1,0.2],\"itls\":[[0.1],[0.1]],\"output_lens\":[2]}");
        assertThatThrownBy(() -> RunImport.of("vllm").read(file).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("request 1: output_lens end before");
    }

    @Test
    void readsNoFirstResultOfSeveralAsIfItWereAll() throws IOException {
        String one = "{\"ttfts\":[0.1],\"itls\":[[0.1]],\"output_lens\":[2]}\n";
        Path file = Files.writeString(folder.resolve("v.json"), one + one);
        assertThatThrownBy(() -> RunImport.of("vllm").read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("--append-result");
    }

    @Test
    void namesPlaceWhereJsonEnds() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"), "{\"ttfts\":[0.1,0.2],\n\"itls\":[[0.1],");
        assertThatThrownBy(() -> RunImport.of("vllm").read(file).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("v.json").hasMessageContaining("not JSON");
    }

    @Test
    void refusesReportOfGuidellmWithoutBenchmarks() throws IOException {
        Path file = Files.writeString(folder.resolve("g.json"), "{\"benchmarks\":[]}");
        assertThatThrownBy(() -> RunImport.of("guidellm").read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("no list 'benchmarks'");
    }

    @Test
    void refusesRunOfOurOwn() throws IOException {
        ProfileRun run = llmeter(GOOD);
        assertThatThrownBy(() -> RunImport.of("ipw").read(run.path())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is already a run of this ipw");
    }

    @Test
    void keepsReplacedRunIfTheNewOneCannotBeRead() throws IOException {
        RunImport.of("llmeter").read(RunImportTests.SAMPLES.resolve("llmeter-a")).runName("a")
                .write(folder.resolve("runs"));
        Files.writeString(folder.resolve("responses.jsonl"), "{}{}\n" + GOOD);
        assertThatThrownBy(() -> RunImport.of("llmeter").read(folder).runName("a").overwrite(true)
                .write(folder.resolve("runs"))).isInstanceOf(InputException.class);
        assertThat(ProfileRun.open(folder.resolve("runs/a")).summary().totals().queries()).isEqualTo(10);
    }

    /** Whatever byte is spoilt, either the run is read or a message names the file. */
    @ParameterizedTest
    @CsvSource({"llmeter, llmeter-a/responses.jsonl", "aiperf, aiperf/profile_export.jsonl",
            "vllm, vllm/openai-infqps-concurrency2-demo-model-20260131-120010.json",
            "guidellm, guidellm/benchmarks.json"})
    @Tag("fuzz")
    void readsOrRefusesSpoiltFiles(String tool, String sample) throws IOException {
        byte[] sound = Files.readAllBytes(RunImportTests.SAMPLES.resolve(sample));
        RunImporterProvider importer = Plugins.builder("importer", RunImporterProvider.class).build().require(tool);
        Random random = new Random(20260131);
        Path file = folder.resolve("spoilt.json");
        for (int round = 0; round < ROUNDS; round++) {
            byte[] spoilt = random.nextInt(4) == 0 ? Arrays.copyOf(sound, random.nextInt(sound.length)) : sound.clone();
            for (int change = random.nextInt(4); change >= 0 && spoilt.length > 0; change--) {
                spoilt[random.nextInt(spoilt.length)] = (byte) "0123456789-.eE\"{}[],:nulltrufas\n \u00ff"
                        .charAt(random.nextInt(32));
            }
            Files.write(file, spoilt);
            try {
                for (ImportableRun found : importer.runs(file)) {
                    try (ImportedRun run = found.open()) {
                        while (run.next().isPresent()) {
                            assertThat(run.origin().source().tool()).isEqualTo(tool);
                        }
                    }
                }
            } catch (IpwException told) {
                assertThat(told.getMessage()).as("round %d", round).containsPattern("spoilt\\.json|unknown");
            }
        }
    }

    private ProfileRun llmeter(String responses) throws IOException {
        Files.writeString(folder.resolve("responses.jsonl"), responses);
        return RunImport.of("llmeter").read(folder).write(folder.resolve("runs")).getFirst();
    }
}
