package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Imports logs made from a seed, and holds counts and sums against what was put in. */
@Tag("statistical")
class ImportedSumsTests {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void keepsCountAndSumsOfLlmeter(long seed) throws IOException {
        Random random = new Random(seed);
        int rows = random.nextInt(200) + 1;
        StringBuilder lines = new StringBuilder();
        long input = 0;
        double seconds = 0;
        double perToken = 0;
        int perTokens = 0;
        int failed = 0;
        for (int row = 0; row < rows; row++) {
            boolean fails = random.nextInt(10) == 0;
            double first = random.nextDouble() * 2;
            double last = first + (random.nextInt(5) == 0 ? 0 : random.nextDouble() * 20);
            int tokens = random.nextInt(300);
            int asked = random.nextInt(5000);
            lines.append(TreeBuilder.object().put("id", "r" + row).put("response_text", fails ? null : "text \u0007")
                    .put("input_prompt", "question " + random.nextInt(50))
                    .put("time_to_first_token", fails ? null : (Object) first)
                    .put("time_to_last_token", fails ? null : (Object) last).put("num_tokens_input", (long) asked)
                    .put("num_tokens_output", fails ? null : (Object) (long) tokens)
                    .put("error", fails ? "boom" : null)
                    .put("request_time", "2026-01-31T12:%02d:%02dZ".formatted(random.nextInt(60), random.nextInt(60)))
                    .json()).append('\n');
            failed += fails ? 1 : 0;
            input += asked;
            seconds += fails ? 0 : last;
            if (!fails && tokens > 1 && last > first) {
                perToken += (last - first) / (tokens - 1);
                perTokens++;
            }
        }
        Files.writeString(folder.resolve("responses.jsonl"), lines);
        ProfileRun run = RunImport.of("llmeter").read(folder).write(folder.resolve("runs")).getFirst();
        List<ProfilingRecord> records = RunImportTests.records(run);
        assertThat(records).hasSize(rows);
        assertThat(run.summary().totals().failed()).isEqualTo(failed);
        assertThat(records.stream().mapToLong(one -> one.metrics().tokens().input().orElseThrow()).sum())
                .isEqualTo(input);
        assertThat(Arrays.stream(run.dimension(Dimension.TIME_TO_LAST_TOKEN)).sum()).isCloseTo(seconds, within(1e-6));
        assertThat(run.dimension(Dimension.TIME_PER_OUTPUT_TOKEN)).hasSize(perTokens);
        assertThat(Arrays.stream(run.dimension(Dimension.TIME_PER_OUTPUT_TOKEN)).sum())
                .isCloseTo(perToken, within(1e-6));
        Set<String> ids = new HashSet<>();
        records.forEach(one -> assertThat(ids.add(one.question().id())).isTrue());
        assertThat(records).allMatch(one -> one.outcome().timeline().intendedStartNanos() >= 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keepsChunksOfVllm(long seed) throws IOException {
        Random random = new Random(seed);
        int rows = random.nextInt(100) + 1;
        double[][] gaps = new double[rows][];
        double sum = 0;
        StringBuilder[] lists = {new StringBuilder(), new StringBuilder(), new StringBuilder(), new StringBuilder()};
        for (int row = 0; row < rows; row++) {
            double first = 0.001 + random.nextDouble();
            gaps[row] = random.doubles(random.nextInt(30), 0, 0.1).toArray();
            sum += first + Arrays.stream(gaps[row]).sum();
            String comma = row == 0 ? "" : ",";
            lists[0].append(comma).append(first);
            lists[1].append(comma).append(Arrays.toString(gaps[row]));
            lists[2].append(comma).append(gaps[row].length + 1);
            lists[3].append(comma).append(1000 + random.nextDouble() * 10);
        }
        Path file = Files.writeString(folder.resolve("v.json"), "{\"ttfts\":[" + lists[0] + "],\"itls\":[" + lists[1]
                + "],\"output_lens\":[" + lists[2] + "],\"start_times\":[" + lists[3] + "],\"mean_ttft_ms\":NaN}");
        ProfileRun run = RunImport.of("vllm").read(file).write(folder.resolve("runs")).getFirst();
        List<ProfilingRecord> records = RunImportTests.records(run);
        assertThat(records).hasSize(rows);
        assertThat(Arrays.stream(run.dimension(Dimension.TOTAL_TIME)).sum()).isCloseTo(sum, within(1e-5));
        for (int row = 0; row < rows; row++) {
            assertThat(records.get(row).outcome().timeline().chunkNanos()).hasSize(gaps[row].length + 1);
        }
    }
}
