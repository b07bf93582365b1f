package dev.ipw.agents.react;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.JsonText;
import dev.ipw.agents.react.TextReactAgent.Reply;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reader of replies of a model without native tool calls. Marks count only at the start of a line, so that a
 * thought may mention them. The first one counts, because models tend to invent the text after their own action.
 */
final class ReplyReader {
    private static final String LINE_START = "^[ \\t]*(?:[*_#>`-]{1,4}[ \\t]*)?";
    private static final String MARK_END = "[*_`]{0,3}[ \\t]*:[ \\t]*[*_`]{0,3}[ \\t]*";
    private static final int FLAGS = Pattern.MULTILINE | Pattern.CASE_INSENSITIVE;
    private static final Pattern FIRST = Pattern.compile(LINE_START + "(final[ _]answer|action)" + MARK_END, FLAGS);
    private static final Pattern INPUT = Pattern.compile(LINE_START + "(?:action[ _])?input" + MARK_END, FLAGS);
    private static final Pattern INVENTED = Pattern.compile(LINE_START + "(?:observation|result)\\b", FLAGS);
    private static final Pattern FENCED = Pattern.compile("^[ \\t]*```.*?(?:^[ \\t]*```[ \\t]*$|\\z)",
            Pattern.MULTILINE | Pattern.DOTALL);
    private static final List<String> TOOL_KEYS = List.of("action", "tool", "tool_name", "name");
    private static final List<String> INPUT_KEYS = List.of("action_input", "input", "arguments", "args", "parameters");
    private static final List<String> ANSWER_KEYS = List.of("final_answer", "answer");
    private static final String HOW = " Write \"Action:\" with the name of a tool and \"Action Input:\" with a JSON object,"
            + " each at the start of a line, or \"Final Answer:\" with your answer.";

    private final Map<String, ToolDefinition> tools = new HashMap<>();

    ReplyReader(List<ToolDefinition> offered) {
        offered.forEach(tool -> tools.put(tool.name(), tool));
    }

    Reply read(String text) {
        Optional<Mark> mark = first(withoutFences(text)).or(() -> first(text));
        if (mark.isEmpty()) {
            return object(text).flatMap(json -> ofObject(json, text))
                    .orElseGet(() -> new Reply.Malformed("Your reply names neither an action nor an answer." + HOW));
        }
        String rest = text.substring(mark.get().end());
        return mark.get().isAnswer() ? answer(rest) : action(text, mark.get().end());
    }

    private static Optional<Mark> first(String text) {
        Matcher matcher = FIRST.matcher(text);
        return matcher.find()
                ? Optional.of(new Mark(matcher.group(1).toLowerCase(Locale.ROOT).startsWith("final"), matcher.end()))
                : Optional.empty();
    }

    /** Blanks code out, in which marks have no meaning, and keeps all positions. */
    private static String withoutFences(String text) {
        return FENCED.matcher(text).replaceAll(code -> " ".repeat(code.group().length()));
    }

    private static Reply answer(String rest) {
        String answer = rest.strip();
        return answer.isEmpty()
                ? new Reply.Malformed("There is nothing behind \"Final Answer:\"." + HOW)
                : new Reply.Answer(answer);
    }

    private Reply action(String text, int start) {
        String rest = text.substring(start);
        int lineEnd = rest.indexOf('\n') < 0 ? rest.length() : rest.indexOf('\n');
        String line = rest.substring(0, lineEnd).strip();
        if (line.startsWith("{")) {
            return object(rest).flatMap(json -> ofObject(json, text))
                    .orElseGet(() -> new Reply.Malformed("The action is no JSON object with a tool." + HOW));
        }
        String named = line.replaceAll("[`'\"*\\[\\]]", "").strip();
        String name = named.replaceAll("[({].*$", "").strip();
        Matcher input = INPUT.matcher(text).region(start, text.length());
        boolean isInline = named.length() > name.length();
        int from = isInline ? start + rest.indexOf(name) + name.length() : input.find() ? input.end() : start + lineEnd;
        return use(name, text, from);
    }

    private Reply use(String name, String text, int from) {
        Matcher invented = INVENTED.matcher(text).region(from, text.length());
        int to = invented.find() ? invented.start() : text.length();
        String written = text.substring(from, to);
        Optional<String> json = JsonText.firstObject(written).filter(one -> isAlone(written, one));
        if (json.isPresent()) {
            int end = from + written.indexOf(json.get()) + json.get().length();
            return new Reply.Use(name, json.get(), text.substring(0, Math.min(end, to)));
        }
        String plain = written.replaceAll("(?m)^[ \\t]*```\\w*[ \\t]*$", "").strip();
        Optional<String> only = onlyTextParameter(name);
        if (!plain.isEmpty() && !plain.startsWith("{") && only.isPresent()) {
            ObjectNode wrapped = Json.object();
            wrapped.put(only.get(), plain);
            return new Reply.Use(name, wrapped.toString(), text.substring(0, to).strip());
        }
        if (plain.isEmpty() && requires(name).isEmpty()) {
            return new Reply.Use(name, "{}", text.substring(0, to).strip());
        }
        return new Reply.Malformed("The input of the action " + name + " is no JSON object."
                + Optional.ofNullable(tools.get(name))
                        .map(tool -> " Its arguments by JSON schema: " + tool.parameters())
                        .orElse("")
                + HOW);
    }

    /** Returns whether a JSON object is at the start of the text: code of a tool may contain braces of its own. */
    private static boolean isAlone(String written, String json) {
        String before = written.substring(0, Math.max(0, written.indexOf(json)));
        return before.replaceAll("```\\w*", "").replaceAll("[(\\s]", "").isEmpty();
    }

    private Optional<Reply> ofObject(JsonNode json, String text) {
        for (String key : ANSWER_KEYS) {
            if (json.path(key).isValueNode() && !json.path(key).isNull()) {
                return Optional.of(new Reply.Answer(json.path(key).asText()));
            }
        }
        Optional<String> tool = TOOL_KEYS.stream().map(json::path).filter(JsonNode::isTextual).map(JsonNode::asText)
                .findFirst();
        if (tool.isEmpty()) {
            return Optional.empty();
        }
        JsonNode input = INPUT_KEYS.stream().map(json::path).filter(node -> !node.isMissingNode()).findFirst()
                .orElseGet(Json::object);
        return Optional.of(input.isObject()
                ? new Reply.Use(tool.get(), input.toString(), text)
                : use(tool.get(), input.isTextual() ? input.asText() : input.toString(), 0));
    }

    private static Optional<JsonNode> object(String text) {
        return JsonText.firstObject(text).flatMap(json -> {
            try {
                return Optional.of(Json.parse(json));
            } catch (JsonSyntaxException broken) {
                return Optional.empty();
            }
        });
    }

    private Optional<String> onlyTextParameter(String name) {
        List<String> required = requires(name);
        return required.size() == 1 && schema(name).path("properties").path(required.getFirst()).path("type").asText()
                .equals("string") ? Optional.of(required.getFirst()) : Optional.empty();
    }

    private List<String> requires(String name) {
        return schema(name).path("required").valueStream().map(JsonNode::asText).toList();
    }

    private JsonNode schema(String name) {
        try {
            return tools.containsKey(name) ? Json.parse(tools.get(name).parameters()) : Json.object();
        } catch (JsonSyntaxException broken) {
            return Json.object();
        }
    }

    private record Mark(boolean isAnswer, int end) {}
}
