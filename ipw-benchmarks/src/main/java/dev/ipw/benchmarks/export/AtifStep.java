package dev.ipw.benchmarks.export;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A writer of one step of a trajectory; fields without a value are omitted. */
final class AtifStep {
    static final String SYSTEM = "system";
    static final String USER = "user";
    static final String AGENT = "agent";

    private final TreeBuilder fields = TreeBuilder.object();
    private final List<ToolCall> asked;
    private final List<Map<String, @Nullable Object>> results = new ArrayList<>();

    AtifStep(String source, Object message, String timestamp, List<ToolCall> asked) {
        this.asked = List.copyOf(asked);
        fields.put("timestamp", timestamp).put("source", source).put("message", message);
        if (!asked.isEmpty()) {
            fields.put("tool_calls", asked.stream().map(AtifStep::toolCall).toList());
        }
    }

    AtifStep put(String key, Object value) {
        fields.put(key, value);
        return this;
    }

    AtifStep put(String key, Optional<?> value) {
        value.ifPresent(known -> fields.put(key, known));
        return this;
    }

    /**
     * Writes a tool call. Arguments are an object in the format; arguments of the model that are not an object are kept
     * as they are.
     */
    private static Map<String, @Nullable Object> toolCall(ToolCall call) {
        TreeBuilder tree = TreeBuilder.object().put("tool_call_id", call.id()).put("function_name", call.name());
        try {
            if (Json.parse(call.arguments()).isObject()) {
                return tree.put("arguments", TreeReader.ofJson("arguments", call.arguments()).asMap()).build();
            }
        } catch (JsonSyntaxException broken) {
            return broken(tree, call);
        }
        return broken(tree, call);
    }

    private static Map<String, @Nullable Object> broken(TreeBuilder tree, ToolCall call) {
        return tree.put("arguments", TreeBuilder.object())
                .put("extra", TreeBuilder.object().put("raw_arguments", call.arguments())).build();
    }

    boolean hasAsked(String callId) {
        return asked.stream().anyMatch(call -> call.id().equals(callId));
    }

    boolean isAgents() {
        return AGENT.equals(fields.build().get("source"));
    }

    /** Adds the result of a tool; a result that this step did not request cannot name its call. */
    void add(ContentPart.ToolResult result) {
        TreeBuilder tree = TreeBuilder.object();
        TreeBuilder extra = TreeBuilder.object();
        if (hasAsked(result.callId())) {
            tree.put("source_call_id", result.callId());
        } else {
            extra.put("call_id", result.callId()).put("tool", result.name());
        }
        tree.put("content", result.content());
        if (result.isError()) {
            extra.put("is_error", true);
        }
        results.add((extra.build().isEmpty() ? tree : tree.put("extra", extra)).build());
    }

    Map<String, @Nullable Object> build(int number) {
        TreeBuilder step = TreeBuilder.object().put("step_id", (long) number);
        fields.build().forEach(step::put);
        if (!results.isEmpty()) {
            step.put("observation", TreeBuilder.object().put("results", results));
        }
        return step.build();
    }
}
