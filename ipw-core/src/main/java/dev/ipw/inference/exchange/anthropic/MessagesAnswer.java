package dev.ipw.inference.exchange.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.onlyText;
import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * An answer, assembled from the events of the Messages API, or from one whole message. Events and blocks of an unknown
 * type have no token: the API may add more.
 */
public final class MessagesAnswer implements AnswerReader {
    /** Calls of tools that the server runs itself: the caller has nothing to run. */
    private static final Set<String> SERVER_TOOL_BLOCKS = Set.of("server_tool_use", "mcp_tool_use");
    private static final String TOOL_BLOCK = "tool_use";

    private final AnswerText answer;
    private final MessagesUsage usage = new MessagesUsage();
    private final ThinkingBlocks thinking;
    private boolean callsServerTool;
    private boolean started;
    private boolean stopped;
    private @Nullable String stopReason;

    /**
     * Creates an empty answer.
     *
     * @param sink      receives the chunks
     * @param reasoning keeps the signed parts
     */
    public MessagesAnswer(ResponseSink sink, SignedReasoning reasoning) {
        answer = new AnswerText(sink);
        thinking = new ThinkingBlocks(reasoning);
    }

    @Override
    public void leaveOutText() {
        answer.leaveOut();
    }

    @Override
    public boolean piece(JsonNode event, long nanos) throws InferenceException {
        switch (text(event, "type")) {
            case "message_start" -> {
                started = true;
                answer.servedBy(text(event.path("message"), "model"));
                usage.prompt(event.path("message").path("usage"));
                answer.mark(ChunkKind.ROLE, nanos);
            }
            case "content_block_start" -> blockStart(event, nanos);
            case "content_block_delta" -> delta(event, nanos);
            case "message_delta" -> {
                stop(event.path("delta"));
                usage.prompt(event.path("usage"));
                usage.output(event.path("usage"));
                answer.mark(ChunkKind.USAGE, nanos);
            }
            case "message_stop" -> {
                stopped = true;
                answer.mark(ChunkKind.USAGE, nanos);
            }
            default -> answer.mark(ChunkKind.PING, nanos);
        }
        return stopped;
    }

    /**
     * Takes the start of a block. Most blocks begin without text; for a tool call and for hidden reasoning the start
     * alone counts as tokens.
     */
    private void blockStart(JsonNode event, long nanos) throws InferenceException {
        started = true;
        JsonNode block = event.path("content_block");
        String type = text(block, "type");
        think(block);
        callsServerTool = SERVER_TOOL_BLOCKS.contains(type);
        if (callsServerTool) {
            answer.toolCall("", nanos);
        } else if (type.equals(TOOL_BLOCK)) {
            JsonNode input = block.path("input");
            answer.toolCall(key(event), text(block, "id"), text(block, "name"),
                    input.isEmpty() ? "" : Json.write(input), nanos);
        } else if (!block(block, nanos)) {
            answer.mark(ChunkKind.PING, nanos);
        }
    }

    private void think(JsonNode block) {
        if (answer.isKept()) {
            thinking.begin(block);
        }
    }

    private static String key(JsonNode event) {
        return event.path("index").asText();
    }

    private void delta(JsonNode event, long nanos) throws InferenceException {
        started = true;
        JsonNode delta = event.path("delta");
        if (answer.isKept()) {
            thinking.piece(delta);
        }
        boolean tokens = switch (text(delta, "type")) {
            case "text_delta" -> answer.answer(words(delta, "text"), nanos);
            case "thinking_delta" -> thought(delta, nanos);
            case "input_json_delta" -> arguments(key(event), words(delta, "partial_json"), nanos);
            // A signature proves the origin of the reasoning; the model did not write it.
            default -> false;
        };
        if (!tokens) {
            answer.mark(ChunkKind.PING, nanos);
        }
    }

    private boolean arguments(String key, String piece, long nanos) throws InferenceException {
        if (piece.isEmpty()) {
            return false;
        }
        if (callsServerTool) {
            answer.toolCall(piece, nanos);
        } else {
            answer.toolCall(key, "", "", piece, nanos);
        }
        return true;
    }

    @Override
    public void whole(JsonNode message, long nanos) throws InferenceException {
        started = message.path("content").isArray();
        answer.servedBy(text(message, "model"));
        for (JsonNode block : message.path("content")) {
            think(block);
            JsonNode input = block.path("input");
            String arguments = input.isMissingNode() ? "" : Json.write(input);
            if (SERVER_TOOL_BLOCKS.contains(text(block, "type"))) {
                answer.toolCall(arguments, nanos);
            } else if (text(block, "type").equals(TOOL_BLOCK)) {
                answer.wholeToolCall(text(block, "id"), text(block, "name"), arguments, nanos);
            } else {
                block(block, nanos);
            }
        }
        stop(message);
        usage.prompt(message.path("usage"));
        usage.output(message.path("usage"));
        answer.mark(ChunkKind.USAGE, nanos);
    }

    private boolean block(JsonNode block, long nanos) throws InferenceException {
        return switch (text(block, "type")) {
            case "text" -> answer.answer(words(block, "text"), nanos);
            case "thinking" -> thought(block, nanos);
            case "redacted_thinking" -> {
                answer.shortensReasoning();
                answer.mark(ChunkKind.REASONING, nanos);
                yield true;
            }
            default -> false;
        };
    }

    /** Takes reasoning. Newer models show a summary of their thoughts, and count the thoughts themselves. */
    private boolean thought(JsonNode holder, long nanos) throws InferenceException {
        answer.shortensReasoning();
        return answer.reasoning(words(holder, "thinking"), nanos);
    }

    private static String words(JsonNode node, String field) throws InferenceException {
        return onlyText(node, field, text(node, "type"));
    }

    private void stop(JsonNode message) {
        String reason = text(message, "stop_reason");
        if (!reason.isEmpty()) {
            stopReason = reason;
        }
    }

    @Override
    public boolean started() {
        return started;
    }

    @Override
    public boolean finished() {
        return stopped || stopReason != null;
    }

    @Override
    public TokenUsage usage() {
        return usage.toUsage();
    }

    @Override
    public InferenceResponse response() {
        InferenceResponse response = answer.response(usage.toUsage(), Optional.ofNullable(stopReason),
                ServerTimings.UNKNOWN);
        thinking.end(response.toolCalls());
        return response;
    }

    @Override
    public String endMark() {
        return "stop_reason and message_stop";
    }

    @Override
    public String lackOfStream() {
        return "no event began a message or a block";
    }

    @Override
    public String lackOfWhole() {
        return "no list of content";
    }
}
