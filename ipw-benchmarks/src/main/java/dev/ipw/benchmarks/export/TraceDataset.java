package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.cost.Pricing;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.QueryTrace;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the traces of a run as a HuggingFace dataset: the flat columns of the reference, the verdict and the
 * whole trace as JSON. Memory holds one query.
 *
 * @param run the run
 */
record TraceDataset(ProfileRun run) implements FolderExport {
    private static final Struct COLUMNS = ColumnType.builder()
            .text("query_id", "workload_type", "query_text", "response_text")
            .whole("num_turns", "total_input_tokens", "total_output_tokens", "total_tokens", "tool_call_count",
                    "total_tool_calls")
            .real("total_wall_clock_s").truth("completed", "timed_out")
            .real("query_gpu_energy_joules", "query_cpu_energy_joules", "query_gpu_power_avg_watts",
                    "query_cpu_power_avg_watts", "query_mbu_avg_pct", "query_mbu_max_pct",
                    "throughput_tokens_per_sec", "energy_per_output_token_joules", "total_cost_usd")
            .truth("is_resolved").text("unscorable_reason", "score_metadata_json", "trace_json").build();

    @Override
    public long write(Path folder) {
        String dataset = run.summary().configuration().dataset();
        Pricing pricing = run.summary().configuration().accounting().pricing();
        long[] written = {0};
        try (Stream<ProfilingRecord> records = run.records()) {
            Iterator<Map<String, @Nullable Object>> rows = records
                    .map(record -> row(new QueryTrace(record, dataset, pricing))).iterator();
            HuggingFaceFolderWriter.write(folder, COLUMNS, new Iterator<Map<String, @Nullable Object>>() {
                @Override
                public boolean hasNext() {
                    return rows.hasNext();
                }

                @Override
                public Map<String, @Nullable Object> next() {
                    written[0]++;
                    return rows.next();
                }
            }, HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
        }
        return written[0];
    }

    private static Map<String, @Nullable Object> row(QueryTrace trace) {
        TreeBuilder row = TreeBuilder.object();
        trace.flat().build().forEach((key, value) -> row.put(key,
                value instanceof BigDecimal exact ? (Object) exact.doubleValue() : value));
        return row.put("score_metadata_json", Json.write(Json.fromPlain(trace.score())))
                .put("trace_json", trace.tree().json()).build();
    }
}
