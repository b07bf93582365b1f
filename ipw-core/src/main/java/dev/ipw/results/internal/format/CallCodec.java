package dev.ipw.results.internal.format;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A codec of calls of a model, and their parts, as trees. */
public final class CallCodec {
    private CallCodec() {}

    public static TreeBuilder toTree(ModelCall call) {
        InferenceResponse response = call.response();
        return TreeBuilder.object().put("number", (long) call.number())
                .put("messages", call.messages().stream().map(message -> MessageCodec.toTree(message).build()).toList())
                .put("answer", response.text()).put("reasoning", response.reasoning())
                .put("tool_calls", response.toolCalls().stream().map(CallCodec::toolCall).toList())
                .put("usage", TokenColumns.INSTANCE.tree(response.usage()))
                .put("finish_reason", response.finishReason())
                .put("server_timings", ServerTimingColumns.INSTANCE.tree(response.serverTimings()))
                .put("served_model", response.servedModel())
                .put("floating_point_operations", response.floatingPointOperations())
                .put("timeline", TimelineColumns.INSTANCE.tree(call.timeline()))
                .put("error", call.failure().map(FailureColumns.INSTANCE::row)).put("purpose", call.purpose().label());
    }

    public static ModelCall fromTree(TreeReader tree) {
        InferenceResponse response = new InferenceResponse(tree.text("answer"), tree.optionalText("reasoning"),
                tree.child("usage", TokenColumns.INSTANCE::read), tree.optionalText("finish_reason"),
                tree.child("server_timings", ServerTimingColumns.INSTANCE::read),
                tree.optionalReal("floating_point_operations"), tree.optionalText("served_model"),
                tree.children("tool_calls", CallCodec::toolCall));
        return new ModelCall(tree.integer("number"), tree.children("messages", MessageCodec::fromTree), response,
                tree.child("timeline", TimelineColumns.INSTANCE::read),
                tree.optionalChild("error", FailureColumns.INSTANCE::read),
                tree.optionalText("purpose").map(Labels.of(ModelCall.Purpose.class)).orElse(ModelCall.Purpose.TURN));
    }

    /** Writes a tool call of a model. */
    public static Map<String, @Nullable Object> toolCall(ToolCall call) {
        return TreeBuilder.object().put("id", call.id()).put("name", call.name()).put("arguments", call.arguments())
                .build();
    }

    /** Reads a tool call of a model. */
    public static ToolCall toolCall(TreeReader tree) {
        return new ToolCall(tree.text("id"), tree.text("name"), tree.text("arguments"));
    }
}
