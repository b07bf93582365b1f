package dev.ipw;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The files that a run of several calls writes beside its dataset. */
@Tag("real-time")
class RunTracesTests {
    private static final List<String> REFERENCE_KEYS = List.of("query_id", "workload_type", "query_text",
            "response_text", "turns", "num_turns", "total_input_tokens", "total_output_tokens", "total_tokens",
            "tool_call_count", "total_tool_calls", "total_wall_clock_s", "completed", "timed_out",
            "query_gpu_energy_joules", "query_cpu_energy_joules", "query_gpu_power_avg_watts",
            "query_cpu_power_avg_watts", "query_mbu_avg_pct", "query_mbu_max_pct", "throughput_tokens_per_sec",
            "energy_per_output_token_joules", "total_cost_usd", "is_resolved", "unscorable_reason", "score_metadata");
    private static final List<String> REFERENCE_TURN_KEYS = List.of("turn_index", "input_tokens", "output_tokens",
            "tool_result_tokens", "tools_called", "tool_latencies_s", "wall_clock_s", "error", "gpu_energy_joules",
            "cpu_energy_joules", "gpu_power_avg_watts", "cpu_power_avg_watts", "cost_usd");

    @TempDir
    static Path runs;

    private static Path run;
    private static List<ProfilingRecord> records;

    @BeforeAll
    static void profile() throws InterruptedException {
        try (Profiler profiler = ToolUsingRunner
                .builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty())).load(Load.concurrency(2)).build()) {
            ProfileRun finished = profiler.run();
            run = finished.path();
            try (Stream<ProfilingRecord> all = finished.records()) {
                records = all.toList();
            }
        }
    }

    private static List<TreeReader> traces() throws IOException {
        return Files.readAllLines(run.resolve("traces.jsonl")).stream().map(line -> TreeReader.ofJson("line", line))
                .toList();
    }

    @Test
    void tracesHaveTheKeysOfTheReferenceAlsoWhereNothingIsKnown() throws Exception {
        List<String> lines = Files.readAllLines(run.resolve("traces.jsonl"));
        assertThat(lines).hasSize(ToolUsingRunner.QUESTIONS);
        for (String line : lines) {
            JsonNode trace = Json.parse(line);
            assertThat(REFERENCE_KEYS).allMatch(trace::has);
            trace.get("turns").forEach(turn -> assertThat(REFERENCE_TURN_KEYS).allMatch(turn::has));
            trace.get("turns").forEach(turn -> assertThat(turn.get("purpose").asText()).isEqualTo("turn"));
            assertThat(trace.get("query_mbu_max_pct").isNull()).isTrue();
        }
    }

    @Test
    void tracesTellTurnsTokensToolsAndVerdict() throws IOException {
        TreeReader trace = traces().getFirst();
        ProfilingRecord record = records.getFirst();
        assertThat(trace.text("query_id")).isEqualTo(record.question().id());
        assertThat(trace.whole("num_turns")).isEqualTo(3);
        assertThat(trace.whole("total_input_tokens")).isEqualTo(30);
        assertThat(trace.whole("total_output_tokens")).isEqualTo(15);
        assertThat(trace.truth("completed")).isTrue();
        assertThat(trace.truth("timed_out")).isFalse();
        assertThat(trace.truth("is_resolved")).isTrue();
        assertThat(trace.child("score_metadata").text("verdict")).isEqualTo("correct");
        assertThat(trace.children("turns")).extracting(turn -> turn.asMap().get("tools_called"))
                .containsExactly(List.of("search"), List.of("add"), List.of());
        TreeReader first = trace.children("turns").getFirst();
        assertThat(first.whole("input_tokens")).isEqualTo(10);
        ToolSpan search = record.outcome().tools().getFirst();
        assertThat(first.child("tool_latencies_s").real("search"))
                .isCloseTo((search.endNanos() - search.startNanos()) / 1e9, within(1e-6)).isGreaterThan(0.02);
        assertThat(first.real("wall_clock_s")).isGreaterThan(first.child("tool_latencies_s").real("search"));
    }

    @Test
    void turnsAndIdleAddUpToTheQueryOnEachDevice() throws IOException {
        for (TreeReader trace : traces()) {
            Map<String, Double> query = joules(trace, "devices");
            assertThat(query).isNotEmpty();
            Map<String, Double> idle = joules(trace, "idle_devices");
            query.forEach((device, joules) -> {
                double sum = idle.getOrDefault(device, Double.NaN) + trace.children("turns").stream()
                        .mapToDouble(turn -> joules(turn, "devices").getOrDefault(device, Double.NaN)).sum();
                assertThat(sum).isCloseTo(joules, within(1e-9 * joules));
            });
        }
    }

    private static Map<String, Double> joules(TreeReader tree, String key) {
        Map<String, Double> joules = new LinkedHashMap<>();
        tree.children(key).forEach(device -> joules.put(device.text("device"), device.real("joules")));
        return joules;
    }

    /** The counter of the test is a package's, and the test asks for no price. */
    @Test
    void whatIsNotKnownIsNull() throws IOException {
        for (TreeReader trace : traces()) {
            assertThat(trace.has("query_gpu_energy_joules")).isFalse();
            assertThat(trace.has("query_mbu_max_pct")).isFalse();
            assertThat(trace.has("unscorable_reason")).isFalse();
            assertThat(trace.children("turns")).allSatisfy(turn -> {
                assertThat(turn.has("gpu_power_avg_watts")).isFalse();
                assertThat(turn.has("tool_result_tokens")).isFalse();
                assertThat(turn.has("error")).isFalse();
            });
        }
    }

    @Test
    void eachTaskHasItsFilesWithTheirHashes() throws Exception {
        JsonNode list = Json.parse(Files.readString(run.resolve("artifacts_manifest.json")));
        assertThat(list).hasSize(ToolUsingRunner.QUESTIONS);
        for (JsonNode task : list) {
            Path folder = run.resolve(task.get("query_dir").asText());
            assertThat(folder).isEqualTo(run.resolve("artifacts").resolve(task.get("query_id").asText()));
            assertThat(task.get("files")).extracting(file -> file.get("name").asText()).containsExactly("calls.jsonl",
                    "metadata.json", "response.txt");
            for (JsonNode file : task.get("files")) {
                byte[] content = Files.readAllBytes(folder.resolve(file.get("name").asText()));
                assertThat(file.get("bytes").asInt()).isEqualTo(content.length);
                assertThat(file.get("sha256").asText()).isEqualTo(
                        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
            }
            assertThat(folder.resolve("response.txt"))
                    .hasContent("it is " + task.get("query_id").asText().substring(1));
            assertThat(Files.readAllLines(folder.resolve("calls.jsonl"))).hasSize(ToolUsingRunner.TURNS);
            JsonNode metadata = Json.parse(Files.readString(folder.resolve("metadata.json")));
            assertThat(metadata.get("is_resolved").asBoolean()).isTrue();
            assertThat(metadata.get("num_turns").asInt()).isEqualTo(ToolUsingRunner.TURNS);
            assertThat(metadata.has("response_text")).isFalse();
        }
    }

    @Test
    void aRunWithWhatItsAgentLeftIsOverwritten(@TempDir Path others) throws Exception {
        ProfilerBuilder builder = ToolUsingRunner.builder(others, new ToolUsingRunner.ScriptedModel(Optional.empty()));
        try (Profiler profiler = builder.build()) {
            profiler.run();
        }
        Path folder = others.resolve(ToolUsingRunner.RUN).resolve("artifacts").resolve("q0").resolve("workspace");
        Files.createDirectories(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep").resolve("notes.txt"), "left");
        Path kept = Files.writeString(Files.createDirectory(others.resolve("kept")).resolve("own.txt"), "kept");
        Files.createSymbolicLink(folder.resolve("link"), kept.getParent());

        try (Profiler profiler = builder.storage(where -> where.overwrite(true)).build()) {
            profiler.run();
        }
        assertThat(folder).doesNotExist();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void theSameRecordsGiveTheSameTraces() throws Exception {
        List<String> before = Files.readAllLines(run.resolve("traces.jsonl"));
        Files.delete(run.resolve("summary.json"));
        ProfileRun.recover(run);
        assertThat(Files.readAllLines(run.resolve("traces.jsonl"))).isEqualTo(before);
    }
}
