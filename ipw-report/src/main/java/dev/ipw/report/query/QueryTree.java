package dev.ipw.report.query;

import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.QueryPhase;
import dev.ipw.record.Dimension;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.record.internal.EnergyTree;
import dev.ipw.record.internal.Turn;
import dev.ipw.results.internal.format.TimeParts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One query of a run as a tree: nanoseconds, joules, and the complete texts. */
public final class QueryTree {
    private static final double NANOS_PER_SECOND = 1e9;

    private final ProfilingRecord record;

    private QueryTree(ProfilingRecord record) {
        this.record = record;
    }

    /**
     * Builds the tree.
     *
     * @param run    the folder of the run
     * @param row    the query's number, counted from 1 as they finished
     * @param record the query
     * @return the tree, to which more may be added
     */
    public static TreeBuilder of(Path run, long row, ProfilingRecord record) {
        return new QueryTree(record).build(run, row);
    }

    private TreeBuilder build(Path run, long row) {
        ResponseTimeline timeline = record.outcome().timeline();
        TreeBuilder figures = TreeBuilder.object();
        Arrays.stream(Dimension.values()).forEach(one -> figures.put(one.label(), one.of(record)));
        TreeBuilder parts = TreeBuilder.object();
        timeParts(record).forEach((name, nanos) -> parts.put(name.replace(' ', '_') + "_nanos", nanos));
        return TreeBuilder.object().put("run", run.toString()).put("row", row)
                .put("record_id", record.question().id()).put("model", record.model())
                .put("subject", record.question().subject())
                .put("failure", record.outcome().failure().map(failure -> TreeBuilder.object()
                        .put("kind", failure.kind().label()).put("message", failure.message()).build()))
                .put("figures", figures).put("time_parts", parts)
                .put("time_per_output_token_basis",
                        record.metrics().latency().timePerOutputTokenBasis().map(TokenBasis::label))
                .put("start_nanos", record.outcome().startNanos()).put("end_nanos", record.outcome().endNanos())
                .put("chunk_nanos", Arrays.stream(timeline.chunkNanos()).boxed().toList())
                .put("turns", record.outcome().isPlain() ? List.of() : turns()).put("phases", phases())
                .put("tokens_source", record.metrics().tokens().source().label()).put("energy", energy())
                .put("evaluator", record.evaluator()).put("is_correct", record.isCorrect())
                .put("evaluation", record.evaluation().map(kept -> TreeBuilder.object()
                        .put("verdict", kept.verdict().label()).put("extracted", kept.extracted())
                        .put("reason", kept.reason()).put("metadata", kept.metadata()).build()))
                .put("finish_reason", record.outcome().finishReason()).put("problem", record.question().problem())
                .put("expected_answer", record.question().answer()).put("reasoning", record.outcome().reasoning())
                .put("answer", record.outcome().answer());
    }

    /**
     * Returns the parts of a query's time in their order, by their names.
     *
     * @param record the query
     * @return the known parts in nanoseconds
     */
    public static Map<String, Long> timeParts(ProfilingRecord record) {
        TimeParts parts = TimeParts.of(record.outcome().timeline());
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("waiting", parts.waitingNanos());
        put(named, "retrying", parts.retryingNanos());
        put(named, "connecting", parts.connectingNanos());
        put(named, "sending", parts.sendingNanos());
        put(named, "until first byte", parts.untilFirstByteNanos());
        put(named, "until first token", parts.untilFirstTokenNanos());
        put(named, "generating", parts.generatingNanos());
        named.put("until end", parts.untilEndNanos());
        return named;
    }

    private static void put(Map<String, Long> named, String name, OptionalLong nanos) {
        nanos.ifPresent(known -> named.put(name, known));
    }

    private TreeBuilder energy() {
        return EnergyTree.of(record.metrics().energy().headline())
                .put("headline_scope", record.metrics().energy().headlineScope())
                .put("prompt_joules", record.metrics().energy().breakdown().prefillJoules())
                .put("answer_joules", record.metrics().energy().breakdown().decodeJoules())
                .put("devices", EnergyTree.of(record.metrics().energy().devices()));
    }

    private List<Map<String, @Nullable Object>> phases() {
        Optional<List<PhaseMetrics>> known = record.metrics().parts().map(QueryParts::phases);
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        for (QueryPhase phase : record.outcome().phases()) {
            int at = trees.size();
            trees.add(TreeBuilder.object().put("kind", phase.kind().name().toLowerCase(Locale.ROOT))
                    .put("start_nanos", phase.startNanos()).put("end_nanos", phase.endNanos())
                    .put("joules", known.map(all -> all.get(at).energy().joules()).orElse(OptionalDouble.empty()))
                    .put("error", phase.error()).build());
        }
        return trees;
    }

    private List<Map<String, @Nullable Object>> turns() {
        Map<String, ToolResult> results = results();
        return Turn.of(record).stream().map(turn -> TreeBuilder.object().put("call", turn.call().number())
                .put("purpose", turn.call().purpose().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .put("start_nanos", turn.call().startNanos()).put("end_nanos", turn.call().endNanos())
                .put("seconds", seconds(turn.call().endNanos() - turn.call().startNanos()))
                .put("joules",
                        turn.metrics().map(known -> known.energy().headline().joules()).orElse(OptionalDouble.empty()))
                .put("input_tokens", turn.call().response().usage().input())
                .put("output_tokens", turn.call().response().usage().output())
                .put("failure", turn.call().failure().map(failure -> failure.kind().label()))
                .put("text", turn.call().response().text())
                .put("requested",
                        turn.call().response().toolCalls().stream().map(call -> requested(call, results)).toList())
                .put("tools", turn.tools().stream().map(QueryTree::tool).toList()).build()).toList();
    }

    private static Map<String, @Nullable Object> requested(ToolCall call, Map<String, ToolResult> results) {
        Optional<ToolResult> result = Optional.ofNullable(results.get(call.id()));
        return TreeBuilder.object().put("name", call.name()).put("arguments", call.arguments())
                .put("result", result.map(ToolResult::content)).put("is_error", result.map(ToolResult::isError))
                .build();
    }

    private static Map<String, @Nullable Object> tool(Turn.Tool tool) {
        return TreeBuilder.object().put("name", tool.span().name()).put("start_nanos", tool.span().startNanos())
                .put("end_nanos", tool.span().endNanos())
                .put("seconds", seconds(tool.span().endNanos() - tool.span().startNanos()))
                .put("joules", tool.energy().map(EnergyReading::joules).orElse(OptionalDouble.empty()))
                .put("error", tool.span().error()).build();
    }

    private static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    /** Returns the results of tools by the ids of their calls, from the messages to the model. */
    private Map<String, ToolResult> results() {
        Map<String, ToolResult> results = new HashMap<>();
        record.outcome().calls().stream().flatMap(call -> call.messages().stream())
                .flatMap(message -> message.parts().stream()).forEach(part -> {
                    if (part instanceof ToolResult result) {
                        results.put(result.callId(), result);
                    }
                });
        return results;
    }
}
