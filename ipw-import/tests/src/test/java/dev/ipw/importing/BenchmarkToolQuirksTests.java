package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads what tools write although it is no answer, no time or no number of requests. */
class BenchmarkToolQuirksTests {
    private static final String DATED = "{\"response_text\":\"a\",\"id\":\"x\",\"input_prompt\":\"q\","
            + "\"time_to_first_token\":0.1,\"time_to_last_token\":0.3,\"num_tokens_output\":5,"
            + "\"request_time\":\"2026-01-31T12:00:05Z\"}\n";
    private static final String UNDATED = DATED.replace(",\"request_time\":\"2026-01-31T12:00:05Z\"", "");

    @TempDir
    Path folder;

    @Test
    void putsUndatedBeginWhereTheFirstKnownTimeIs() throws IOException {
        ProfileRun run = llmeter(UNDATED + UNDATED + DATED + UNDATED, "{\"start_time\":\"2026-01-31T11:00:00Z\"}");
        assertThat(run.summary().startTime()).isEqualTo(Instant.parse("2026-01-31T12:00:05Z"));
        assertThat(run.summary().totals().measuredNanos()).isEqualTo(300_000_000);
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.startsWith("3 requests of responses.jsonl"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"start_time\":\"2026-01-31T11:00:00Z\"} | 2026-01-31T11:00:00Z",
            "{\"first_request_time\":\"2026-01-31T11:00:01Z\",\"start_time\":\"2026-01-31T11:00:00Z\"} "
                    + "| 2026-01-31T11:00:01Z",
            "{} | 2026-02-01T08:00:00Z"})
    void goesByTheSummaryAndThenByTheFileIfNothingIsDated(String summary, Instant start) throws IOException {
        assertThat(llmeter(UNDATED + UNDATED, summary).summary().startTime()).isEqualTo(start);
    }

    @Test
    void takesNoReadingOfTheClockForATime() throws IOException {
        ProfileRun run = llmeter(DATED + DATED.replace("\"time_to_last_token\":0.3", "\"time_to_last_token\":123456.7")
                + DATED.replace("\"time_to_first_token\":0.1", "\"time_to_first_token\":123456.7"),
                "{\"total_test_time\":12.5}");
        List<ProfilingRecord> records = RunImportTests.records(run);
        assertThat(records.get(1).outcome().failure().orElseThrow().message()).contains("longer than its run");
        assertThat(records.get(2).outcome().failure()).isEmpty();
        assertThat(records.get(2).metrics().latency().timeToFirstTokenSeconds()).isEmpty();
        assertThat(run.summary().totals().failed()).isEqualTo(1);
        assertThat(run.summary().totals().measuredNanos()).isEqualTo(12_500_000_000L);
        assertThat(run.summary().warnings())
                .anyMatch(warning -> warning.startsWith("2 requests have a time to a token that is longer"));
    }

    @Test
    void countsNothingOfVllmAsFailedEvenWithoutAReason() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"),
                "{\"ttfts\":[0.1,0.0,0.0],\"itls\":[[0.1],[],[]],\"output_lens\":[2,0,1],"
                        + "\"generated_texts\":[\"ab\",\"\",\"a\"],\"errors\":[\"\",\"\",\"\"]}");
        ProfileRun run = RunImport.of("vllm").read(file).write(folder.resolve("runs")).getFirst();
        List<ProfilingRecord> records = RunImportTests.records(run);
        assertThat(records).extracting(one -> one.outcome().failure().isPresent()).containsExactly(false, true, false);
        assertThat(records.get(1).outcome().failure().orElseThrow().kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(records.get(1).metrics().tokens().output()).isEmpty();
    }

    @Test
    void saysWhoseSendTimesAreCoarse() throws IOException {
        Path undated = Files.writeString(folder.resolve("v.json"),
                "{\"ttfts\":[0.1],\"itls\":[[0.1]],\"output_lens\":[2]}");
        Path dated = Files.writeString(folder.resolve("w.json"),
                "{\"ttfts\":[0.1],\"itls\":[[0.1]],\"output_lens\":[2],\"start_times\":[5.0]}");
        assertTimes("llmeter", RunImportTests.SAMPLES.resolve("llmeter-a"), "coarse");
        assertTimes("vllm", undated, "coarse");
        assertTimes("vllm", dated, "exact");
        assertTimes("aiperf", RunImportTests.SAMPLES.resolve("aiperf"), "exact");
        assertTimes("guidellm", RunImportTests.SAMPLES.resolve("guidellm"), "exact");
    }

    private void assertTimes(String tool, Path path, String times) {
        ProfileRun run = RunImport.of(tool).read(path).runName("times").overwrite(true).write(folder.resolve("runs"))
                .getFirst();
        assertThat(run.summary().configuration().client().details()).containsEntry("origin_times", times);
        assertThat(run.summary().configuration().hasExactTimes()).isEqualTo(times.equals("exact"));
    }

    @Test
    void refusesNumberOfClientsThatIsTooLarge() {
        assertThatThrownBy(() -> llmeter(DATED, "{\"clients\":99999999999}")).isInstanceOf(InputException.class)
                .hasMessageContaining("summary.json: clients must be a whole number, -2147483648 to 2147483647, not "
                        + "99999999999. Copy the file again, or correct it");
    }

    @Test
    void refusesConcurrencyOfAiperfThatIsTooLarge() throws IOException {
        Files.copy(RunImportTests.SAMPLES.resolve("aiperf/profile_export.jsonl"),
                folder.resolve("profile_export.jsonl"));
        Files.writeString(folder.resolve("profile_export_aiperf.json"),
                "{\"input_config\":{\"loadgen\":{\"concurrency\":99999999999}}}");
        assertThatThrownBy(() -> RunImport.of("aiperf").read(folder).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("profile_export_aiperf.json")
                .hasMessageContaining("loadgen: concurrency must be a whole number");
    }

    @ParameterizedTest
    @CsvSource({"request_end_ns", "request_ack_ns"})
    void refusesMomentOfAiperfThatIsTooLarge(String name) throws IOException {
        Files.writeString(folder.resolve("profile_export.jsonl"),
                "{\"metadata\":{\"x_request_id\":\"a\",\"request_start_ns\":1,\"" + name + "\":" + Long.MAX_VALUE
                        + "}}\n");
        assertThatThrownBy(() -> RunImport.of("aiperf").read(folder).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining(name + " must be nanoseconds since 1970");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "guidellm | {\"benchmarks\":[{\"config\":{\"strategy\":{\"streams\":99999999999}},\"requests\":{}}]} | streams",
            "vllm | {\"max_concurrency\":99999999999,\"ttfts\":[],\"itls\":[],\"output_lens\":[]} | max_concurrency"})
    void refusesLimitsThatAreTooLarge(String tool, String json, String name) throws IOException {
        Path file = Files.writeString(folder.resolve("big.json"), json);
        assertThatThrownBy(() -> RunImport.of(tool).read(file).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("big.json")
                .hasMessageContaining(name + " must be a whole number");
    }

    @Test
    void refusesGapsOfVllmThatAddUpToCenturies() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"),
                "{\"ttfts\":[0.1],\"itls\":[[" + "8e6,".repeat(1200) + "0]],\"output_lens\":[2]}");
        assertThatThrownBy(() -> RunImport.of("vllm").read(file).write(folder.resolve("runs")))
                .isInstanceOf(InputException.class).hasMessageContaining("request 0: itls adds up to more than");
    }

    @Test
    void goesByTheFileIfTheDateOfVllmIsFarAway() throws IOException {
        Path file = Files.writeString(folder.resolve("v.json"),
                "{\"date\":\"99990101-000000\",\"ttfts\":[0.1],\"itls\":[[0.1]],\"output_lens\":[2]}");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-02-01T08:00:00Z")));
        ProfileRun run = RunImport.of("vllm").read(file).write(folder.resolve("runs")).getFirst();
        assertThat(run.summary().endTime()).isEqualTo(Instant.parse("2026-02-01T08:00:00Z"));
    }

    private ProfileRun llmeter(String responses, String summary) throws IOException {
        Path file = Files.writeString(folder.resolve("responses.jsonl"), responses);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-02-01T08:00:00Z")));
        Files.writeString(folder.resolve("summary.json"), summary);
        return RunImport.of("llmeter").read(folder).write(folder.resolve("runs")).getFirst();
    }
}
