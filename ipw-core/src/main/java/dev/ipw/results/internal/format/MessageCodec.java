package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A codec of messages as trees. */
final class MessageCodec {
    private static final String TYPE = "type";
    private static final String TEXT = "text";
    private static final String IMAGE = "image";
    private static final String TOOL_RESULT = "tool_result";

    private MessageCodec() {}

    public static TreeBuilder toTree(Message message) {
        TreeBuilder tree = TreeBuilder.object().put("role", message.role().label());
        tree.put("parts", message.parts().stream().map(MessageCodec::part).toList());
        return message.toolCalls().isEmpty()
                ? tree
                : tree.put("tool_calls", message.toolCalls().stream().map(CallCodec::toolCall).toList());
    }

    private static Map<String, @Nullable Object> part(ContentPart part) {
        TreeBuilder tree = TreeBuilder.object();
        switch (part) {
            case ContentPart.Text text -> tree.put(TYPE, TEXT).put(TEXT, text.text());
            case ContentPart.Image image -> tree.put(TYPE, IMAGE).put("media_type", image.mediaType()).put("data",
                    Base64.getEncoder().encodeToString(image.bytes()));
            case ContentPart.ToolResult result -> tree.put(TYPE, TOOL_RESULT).put("call_id", result.callId())
                    .put("name", result.name()).put("content", result.content()).put("is_error", result.isError());
        }
        return tree.build();
    }

    public static Message fromTree(TreeReader tree) {
        return new Message(tree.text("role", Labels.of(Message.Role.class)),
                tree.children("parts", MessageCodec::part),
                tree.children("tool_calls", CallCodec::toolCall));
    }

    private static ContentPart part(TreeReader tree) {
        String type = tree.text(TYPE);
        return switch (type) {
            case TEXT -> new ContentPart.Text(tree.text(TEXT));
            case IMAGE ->
                new ContentPart.Image(tree.text("media_type"), tree.text("data", Base64.getDecoder()::decode));
            case TOOL_RESULT -> new ContentPart.ToolResult(tree.text("call_id"), tree.text("name"),
                    tree.text("content"), tree.truth("is_error"));
            default -> throw new InputException(tree.place(TYPE) + " is none of text, image and tool_result: '" + type
                    + "'");
        };
    }
}
