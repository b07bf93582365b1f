package dev.ipw.agents.mcp;

import dev.ipw.internal.json.Json;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.stream.Collectors;

/** The text of a tool's result for a model: texts unchanged, and a description of everything else. */
final class ResultText {
    private static final int MAX_CHARACTERS = 50_000;
    private static final int BASE64_CHARACTERS = 4;
    private static final int BASE64_BYTES = 3;

    private ResultText() {}

    static String of(CallToolResult result) {
        String text = result.content().stream().map(ResultText::part).collect(Collectors.joining("\n"));
        if (result.content().isEmpty()) {
            text = result.structuredContent() == null
                    ? "(no content)"
                    : Json.write(Json.fromPlain(result.structuredContent()));
        }
        return text.length() <= MAX_CHARACTERS
                ? text
                : text.substring(0, MAX_CHARACTERS) + "\n[" + (text.length() - MAX_CHARACTERS)
                        + " more characters are left out]";
    }

    private static String part(Content content) {
        return switch (content) {
            case TextContent text -> text.text();
            case ImageContent image -> leftOut("an image", image.mimeType(), image.data());
            case AudioContent audio -> leftOut("a sound", audio.mimeType(), audio.data());
            case ResourceLink link -> "[a resource: " + link.name() + ", " + link.uri() + "]";
            case EmbeddedResource embedded -> switch (embedded.resource()) {
                case TextResourceContents text -> "[" + text.uri() + "]\n" + text.text();
                case BlobResourceContents blob -> leftOut("the resource " + blob.uri(), blob.mimeType(), blob.blob());
                default -> "[the resource " + embedded.resource().uri() + "]";
            };
            default -> "[something of the kind " + content.type() + "]";
        };
    }

    private static String leftOut(String what, String mimeType, String base64) {
        long bytes = (long) base64.length() / BASE64_CHARACTERS * BASE64_BYTES;
        return "[" + what + (mimeType == null ? "" : ", " + mimeType) + ", about " + bytes + " bytes, left out]";
    }
}
