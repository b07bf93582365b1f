package dev.ipw.results;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Declare the columns of the run dataset. Names and nesting are those of the Python reference, so that its users' scripts
 * go on working; what is added stands beside them. Every leaf is declared with its type even if no row has it.
 */
final class RecordSchema {
    private RecordSchema() {}

    /** Declare the columns of a run of one model. */
    static Struct of(String model, MetadataColumn metadata) {
        return ColumnType.builder().text("problem", "answer", "subject").field("dataset_metadata", metadata.type())
                .text("record_id").struct("error", error -> error.text("kind", "message")).text("evaluator")
                .struct("model_answers", answers -> answers.text(model))
                .struct("model_metrics", metrics -> metrics.field(model, modelMetrics())).build();
    }

    /**
     * Put a struct in the place of each one that is absent, so that readers which index into it find absent leaves.
     *
     * @param struct the columns
     * @param row    the values
     * @return a copy in which no struct is absent
     */
    static Map<String, @Nullable Object> withEveryStruct(Struct struct, Map<?, ?> row) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        struct.fields().forEach((name, type) -> {
            Object value = row.get(name);
            if (type instanceof Struct inner) {
                whole.put(name, withEveryStruct(inner, value instanceof Map<?, ?> map ? map : Map.of()));
            } else {
                whole.put(name, value);
            }
        });
        return whole;
    }

    /** Declare what is kept of one model's answer. */
    static Struct modelMetrics() {
        return ColumnType.builder()
                .struct("compute_metrics",
                        compute -> compute.real("flops_per_request").whole("total_flops").real("flops_per_token")
                                .text("flops_source"))
                .struct("energy_metrics", RecordSchema::energy).struct("latency_metrics", RecordSchema::latency)
                .struct("memory_metrics",
                        memory -> memory.struct("cpu_mb", RecordSchema::statistics).struct("gpu_mb",
                                RecordSchema::statistics))
                .struct("power_metrics",
                        power -> power.struct("gpu", RecordSchema::watts).struct("cpu", RecordSchema::watts)
                                .struct("soc", RecordSchema::watts).struct("ane", RecordSchema::watts)
                                .real("request_share_watts"))
                .struct("temperature_metrics", RecordSchema::statistics)
                .struct("token_metrics",
                        tokens -> tokens
                                .whole("input", "output", "total", "cached_input", "reasoning", "streamed",
                                        "first_chunk", "cache_written", "cache_written_1h")
                                .text("source").list("flags", Leaf.TEXT))
                .struct("phase_metrics",
                        phase -> phase.real("prefill_energy_j", "decode_energy_j", "prefill_duration_ms",
                                "decode_duration_ms", "prefill_power_avg_w", "decode_power_avg_w",
                                "prefill_energy_per_input_token_j", "decode_energy_per_output_token_j"))
                .struct("hardware_utilization", RecordSchema::utilization)
                .struct("cost",
                        cost -> cost
                                .real("input_cost_usd", "output_cost_usd", "tool_cost_usd", "total_cost_usd",
                                        "cached_input_cost_usd", "reasoning_cost_usd", "machine_cost_usd",
                                        "electricity_cost_usd", "co2e_grams")
                                .text("source", "reason"))
                .struct("gpu_info",
                        gpu -> gpu.text("name", "vendor").whole("device_id").text("device_type", "backend"))
                .struct("system_info",
                        system -> system.text("os_name", "os_version", "kernel_version", "host_name")
                                .whole("cpu_count").text("cpu_brand"))
                .struct("timeline",
                        timeline -> timeline
                                .whole("intended_start_nanos", "taken_up_nanos", "retries", "last_try_nanos",
                                        "lookup_nanos", "connect_nanos", "tls_nanos", "sent_nanos", "first_byte_nanos",
                                        "first_token_nanos",
                                        "first_visible_token_nanos", "last_token_nanos", "end_nanos")
                                .list("chunk_nanos", Leaf.WHOLE))
                .struct("time_parts",
                        parts -> parts.whole("waiting_nanos", "retrying_nanos", "connecting_nanos", "sending_nanos",
                                "until_first_byte_nanos", "until_first_token_nanos", "generating_nanos",
                                "until_end_nanos"))
                .struct("evaluation", evaluation -> evaluation.truth("is_correct").text("metadata", "config"))
                .truth("lm_correctness").text("lm_response", "reasoning", "finish_reason", "served_model")
                .struct("server_timings", timings -> timings.whole("queue_nanos", "load_nanos", "prompt_nanos",
                        "generation_nanos", "total_nanos").list("flags", Leaf.TEXT))
                .build();
    }

    private static ColumnType.Builder energy(ColumnType.Builder energy) {
        Struct device = ColumnType.builder().text("device", "scope").real("joules", "lower", "upper")
                .text("provenance", "source").list("flags", Leaf.TEXT).build();
        return energy
                .real("per_query_joules", "total_joules", "cpu_per_query_joules", "cpu_total_joules",
                        "ane_per_query_joules", "ane_total_joules", "soc_per_query_joules", "soc_total_joules")
                .text("basis").real("headline_joules", "headline_lower", "headline_upper", "headline_sigma")
                .text("headline_scope", "headline_provenance", "headline_source", "headline_reason")
                .real("rule_low", "rule_high", "idle_share_joules", "net_joules", "net_sigma").list("flags", Leaf.TEXT)
                .list("devices", device).real("energy_per_output_token_joules", "energy_per_total_token_joules",
                        "output_tokens_per_joule");
    }

    private static ColumnType.Builder latency(ColumnType.Builder latency) {
        return latency
                .real("per_token_ms", "throughput_tokens_per_sec", "time_to_first_token_seconds", "total_query_seconds",
                        "median_itl_ms", "p90_itl_ms", "p95_itl_ms", "p99_itl_ms", "itl_std_ms",
                        "time_per_output_token_seconds", "time_to_first_visible_token_seconds",
                        "time_from_intended_start_seconds")
                .truth("chunk_bundling").text("time_per_output_token_basis");
    }

    private static ColumnType.Builder utilization(ColumnType.Builder utilization) {
        return utilization
                .struct("gpu",
                        gpu -> gpu.real("compute_utilization_pct", "memory_bandwidth_utilization_pct",
                                "tensor_core_utilization_pct", "memory_used_gb", "memory_total_gb"))
                .struct("derived", derived -> derived.real("mfu", "mbu", "arithmetic_intensity").truth("shared"));
    }

    private static ColumnType.Builder watts(ColumnType.Builder rail) {
        return rail.struct("per_query_watts", RecordSchema::statistics).struct("total_watts",
                RecordSchema::statistics);
    }

    private static ColumnType.Builder statistics(ColumnType.Builder statistics) {
        return statistics.real("avg", "max", "median", "min");
    }
}
