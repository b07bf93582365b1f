package dev.ipw.inference.exchange.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.internal.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** The blocks of reasoning that the API requires back, unchanged, with the results of tools. */
final class ThinkingBlocks {
    private static final String TYPE = "type";
    private static final String THINKING = "thinking";
    private static final String SIGNATURE = "signature";

    private final SignedReasoning reasoning;
    private final ArrayNode blocks = Json.array();
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder signature = new StringBuilder();
    private @Nullable ObjectNode open;

    ThinkingBlocks(SignedReasoning reasoning) {
        this.reasoning = reasoning;
    }

    /** Takes the beginning of a block of any type, or the whole of it. */
    void begin(JsonNode block) {
        close();
        if (text(block, TYPE).equals(THINKING)) {
            open = blocks.addObject().put(TYPE, THINKING);
            words.append(text(block, THINKING));
            signature.append(text(block, SIGNATURE));
        } else if (text(block, TYPE).equals("redacted_thinking")) {
            blocks.add(block);
        }
    }

    /** Takes a piece of the latest block. */
    void piece(JsonNode delta) {
        if (open != null) {
            words.append(text(delta, THINKING));
            signature.append(text(delta, SIGNATURE));
        }
    }

    private void close() {
        if (open != null) {
            open.put(THINKING, words.toString()).put(SIGNATURE, signature.toString());
            words.setLength(0);
            signature.setLength(0);
            open = null;
        }
    }

    /** Keeps the blocks if tools are called. */
    void end(List<ToolCall> calls) {
        close();
        if (!calls.isEmpty() && !blocks.isEmpty()) {
            reasoning.keep(calls.getFirst().id(), blocks);
        }
    }
}
