package dev.ipw.benchmarks.export;

import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.QueryTrace;
import dev.ipw.record.internal.Turn;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A writer of one query as a trajectory of the Agent Trajectory Interchange Format, version 1.7. The joules of a step
 * are in its metrics under {@code extra}, those of the query and of the time between turns in the final metrics.
 */
final class AtifTrajectory {
    static final String VERSION = "ATIF-v1.7";
    private static final List<String> OF_QUERY = List.of("energy", "devices", "idle", "idle_devices",
            "total_wall_clock_s", "query_gpu_energy_joules", "query_cpu_energy_joules", "gpu_device_watts",
            "cpu_device_watts", "cost_reason", "start_nanos", "end_nanos");
    private static final List<String> OF_TASK = List.of("workload_type", "question_id", "epoch", "subject",
            "completed", "timed_out", "failure", "is_resolved", "unscorable_reason", "score_metadata", "workspace");

    private final ProfilingRecord record;
    private final AtifRun run;
    private final AtifSteps steps;
    private final Map<String, @Nullable Object> trace;

    AtifTrajectory(ProfilingRecord record, AtifRun run) {
        this.record = record;
        this.run = run;
        trace = new QueryTrace(record, run.dataset(), run.pricing()).tree().build();
        steps = new AtifSteps(run);
        List<?> traced = (List<?>) trace.get("turns");
        List<Turn> turns = Turn.of(record);
        for (int at = 0; at < turns.size(); at++) {
            steps.add(turns.get(at).call(), turn(traced, at));
        }
        if (steps.isEmpty()) {
            steps.ask(record.question().problem(), record.outcome().intendedStartNanos());
        }
    }

    private static Map<String, @Nullable Object> turn(@Nullable List<?> turns, int at) {
        Map<String, @Nullable Object> turn = new TreeMap<>();
        if (turns != null && turns.get(at) instanceof Map<?, ?> known) {
            known.forEach((key, value) -> turn.put(String.valueOf(key), value));
        }
        return turn;
    }

    /** Returns the files that the trajectory names, by their paths beside it. */
    Map<String, byte[]> images() {
        return steps.images();
    }

    TreeBuilder tree() {
        TreeBuilder agent = TreeBuilder.object().put("name", run.agent()).put("version", run.version())
                .put("model_name", run.model());
        if (!run.settings().isEmpty()) {
            agent.put("extra", TreeBuilder.object().put("settings", new TreeMap<>(run.settings())));
        }
        List<Map<String, @Nullable Object>> built = steps.build();
        return TreeBuilder.object().put("schema_version", VERSION)
                .put("session_id", run.name() + "/" + record.outcome().queryId())
                .put("trajectory_id", record.question().id()).put("agent", agent).put("steps", built)
                .put("final_metrics", finalMetrics(built.size())).put("extra", task());
    }

    private TreeBuilder finalMetrics(int count) {
        TokenUsage usage = record.metrics().tokens();
        return TreeBuilder.object().put("total_prompt_tokens", usage.input())
                .put("total_completion_tokens", usage.output()).put("total_cached_tokens", usage.cachedInput())
                .put("total_cost_usd", record.metrics().cost().totalUsd()).put("total_steps", (long) count)
                .put("extra", picked(OF_QUERY));
    }

    private TreeBuilder task() {
        QueryOutcome outcome = record.outcome();
        TreeBuilder task = picked(OF_TASK);
        outcome.otherAnswer().ifPresent(answer -> task.put("final_answer", answer));
        return task;
    }

    private TreeBuilder picked(List<String> keys) {
        TreeBuilder picked = TreeBuilder.object();
        keys.forEach(key -> picked.put(key, trace.get(key)));
        return picked;
    }
}
