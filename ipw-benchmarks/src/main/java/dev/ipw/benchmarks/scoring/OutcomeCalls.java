package dev.ipw.benchmarks.scoring;

import dev.ipw.inference.ToolCall;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.query.QueryOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The function calls of an outcome: the tool calls of the first model call that has any; else those in the answer's
 * text, in a code block or bare, as in Python or as JSON ({@code [{"name": "f", "arguments": {}}]} or {@code [{"f":
 * {}}]}).
 *
 * @param calls    the calls
 * @param areTools whether they are tool calls, whose names cannot have dots
 */
record OutcomeCalls(List<FunctionCall> calls, boolean areTools) {
    private static final Pattern FENCE = Pattern.compile("```[\\w-]{0,20}[ \\t]*\\n(.*?)\\n?```", Pattern.DOTALL);

    /** Copies the calls. */
    OutcomeCalls {
        calls = List.copyOf(calls);
    }

    /**
     * Reads an outcome.
     *
     * @param language the language of the values in its text
     * @throws CallSyntaxException if its text is not a list of calls
     */
    static OutcomeCalls of(QueryOutcome outcome, SourceLanguage language) throws CallSyntaxException {
        List<ToolCall> tools = outcome.calls().stream().map(call -> call.response().toolCalls())
                .filter(list -> !list.isEmpty()).findFirst().orElse(List.of());
        if (tools.isEmpty()) {
            return new OutcomeCalls(ofText(ReasoningText.removed(outcome.answer()), language), false);
        }
        List<FunctionCall> calls = new ArrayList<>();
        for (ToolCall tool : tools) {
            calls.add(new FunctionCall(tool.name(), arguments(tool.name(), json(tool.arguments()))));
        }
        return new OutcomeCalls(calls, true);
    }

    private static List<FunctionCall> ofText(String answer, SourceLanguage language) throws CallSyntaxException {
        String text = BoundedPattern.end(answer).strip();
        Matcher fence = FENCE.matcher(text);
        String inner = fence.find() ? fence.group(1).strip() : text;
        return inner.startsWith("{") || inner.startsWith("[{") || inner.startsWith("[\n{")
                ? ofJson(json(inner))
                : CallText.read(inner, language);
    }

    private static @Nullable Object json(String text) throws CallSyntaxException {
        try {
            return Json.toPlain(Json.parse(text.isBlank() ? "{}" : text));
        } catch (JsonSyntaxException broken) {
            CallSyntaxException wrong = new CallSyntaxException("The arguments are no JSON");
            wrong.initCause(broken);
            throw wrong;
        }
    }

    private static List<FunctionCall> ofJson(@Nullable Object value) throws CallSyntaxException {
        List<?> elements = value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
        List<FunctionCall> calls = new ArrayList<>();
        for (Object element : elements) {
            if (!(element instanceof Map<?, ?> map) || map.isEmpty()) {
                throw new CallSyntaxException("An element of the JSON list is no call");
            }
            if (map.get("name") instanceof String name) {
                Object arguments = map.containsKey("arguments") ? map.get("arguments") : map.get("parameters");
                calls.add(new FunctionCall(name, arguments(name, arguments == null ? Map.of() : arguments)));
            } else {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    String name = String.valueOf(entry.getKey());
                    calls.add(new FunctionCall(name, arguments(name, entry.getValue())));
                }
            }
        }
        return calls;
    }

    private static Map<String, @Nullable Object> arguments(String name, @Nullable Object value)
            throws CallSyntaxException {
        if (!(value instanceof Map<?, ?> map)) {
            throw new CallSyntaxException("The arguments of " + name + " are no JSON object");
        }
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        map.forEach((key, argument) -> arguments.put(String.valueOf(key), argument));
        return arguments;
    }
}
