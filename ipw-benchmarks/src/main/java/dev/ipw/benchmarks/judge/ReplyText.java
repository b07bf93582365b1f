package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A reader of a judge's reply: as one JSON object, or as lines. */
final class ReplyText {
    /** The field of JSON with the code of the request. */
    static final String CODE = "code";
    /** The characters that models put around words, as a part of a pattern. */
    static final String GAP = "[\\s\"'*_`(){}\\[\\]:=>#.!$,;|/-]{0,16}";

    private static final int MAX_CHARACTERS = 200_000;
    private static final Pattern UNSEEN = Pattern.compile("[\\u200b-\\u200f\\u2060\\ufeff\\u00ad]");
    private static final Pattern DECORATION = Pattern.compile("[\\s`*_~#>-]*+");
    private static final String FENCE = "```";

    private ReplyText() {}

    /** Reads a reply that is one JSON object and nothing else; empty for any other, and where a field is repeated. */
    static Optional<JsonNode> object(String reply) {
        return parsed(reply).or(() -> parsed(ReasoningText.removed(reply)));
    }

    private static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.of(Json.parseFromModel(unfenced(text.strip()))).filter(JsonNode::isObject);
        } catch (JsonSyntaxException otherwise) {
            return Optional.empty();
        }
    }

    private static String unfenced(String text) {
        int line = text.indexOf('\n');
        boolean isFenced = line >= 0 && text.startsWith(FENCE) && text.endsWith(FENCE)
                && line < text.length() - FENCE.length();
        return isFenced ? text.substring(line + 1, text.length() - FENCE.length()) : text;
    }

    /** Returns whether an object contains the code of the request. */
    static boolean isCoded(JsonNode object, String code) {
        return object.path(CODE).asText().strip().equalsIgnoreCase(code);
    }

    /**
     * Returns the lines that are more than decoration, at the end of a very long reply, without the judge's reasoning.
     */
    static List<String> lines(String reply) {
        String text = UNSEEN.matcher(ReasoningText.removed(reply)).replaceAll("");
        String end = text.substring(Math.max(0, text.length() - MAX_CHARACTERS));
        return end.lines().filter(line -> !DECORATION.matcher(line).matches()).toList();
    }
}
