package dev.ipw.agents.terminus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.JsonText;
import dev.ipw.agents.terminus.ReadReply.Command;
import dev.ipw.agents.terminus.ReadReply.TerminalReply;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The format of replies as one JSON object. Text around it is ignored and missing braces at its end are added, with
 * warnings.
 */
final class JsonReplyFormat implements ReplyFormat {
    private static final String ANALYSIS = "analysis";
    private static final String PLAN = "plan";
    private static final String COMMANDS = "commands";
    private static final String COMPLETE = "task_complete";
    private static final String KEYSTROKES = "keystrokes";
    private static final String DURATION = "duration";
    private static final Set<String> FIELDS = Set.of(ANALYSIS, PLAN, COMMANDS, COMPLETE);
    private static final Set<String> COMMAND_FIELDS = Set.of(KEYSTROKES, DURATION);
    private static final Pattern FENCE = Pattern.compile("```\\w*");
    private static final int MAX_STARTS = 20;
    private static final int MAX_NAME_CHARACTERS = 60;

    @Override
    public String description() {
        return """
                Each reply is one JSON object and nothing else:
                {
                  "analysis": "what the terminal shows, what is done and what is left to do",
                  "plan": "what you do next and why",
                  "commands": [
                    {"keystrokes": "ls -la\\n", "duration": 0.1},
                    {"keystrokes": "make\\n", "duration": 30}
                  ],
                  "task_complete": false
                }
                analysis and plan are texts, commands may be empty, and task_complete is false unless you say otherwise. keystrokes is \
                typed as it is, in JSON's writing: \\n is the Enter key. duration is how many seconds to wait after typing, 1 by \
                default.""";
    }

    @Override
    public ReadReply read(String text) {
        String visible = text.stripLeading().startsWith("{") ? text : ReasoningText.removed(text);
        List<String> errors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Optional<ObjectNode> object = object(visible, errors, warnings);
        Optional<TerminalReply> reply = object.map(json -> reply(json, errors, warnings));
        return new ReadReply(errors.isEmpty() ? reply : Optional.empty(), errors, warnings);
    }

    /**
     * Returns the first object that is valid JSON and has a field of a reply; the text before it may contain braces
     * of its own.
     */
    private static Optional<ObjectNode> object(String text, List<String> errors, List<String> warnings) {
        String problem = "There is no JSON object in it";
        int start = text.indexOf('{');
        for (int tries = 0; start >= 0 && tries < MAX_STARTS; tries++) {
            String found = JsonText.firstObject(text.substring(start)).orElseThrow();
            try {
                if (Json.parse(found) instanceof ObjectNode json && FIELDS.stream().anyMatch(json::has)) {
                    warnOfSurroundings(text, start, found, warnings);
                    return Optional.of(json);
                }
                problem = tries == 0 ? "Its JSON object has none of the fields " + fields() : problem;
            } catch (JsonSyntaxException broken) {
                problem = tries == 0 ? "Its JSON object cannot be read: " + broken.getMessage() : problem;
            }
            start = text.indexOf('{', start + 1);
        }
        errors.add(problem);
        return Optional.empty();
    }

    private static String fields() {
        return String.join(", ", ANALYSIS, PLAN, COMMANDS, COMPLETE);
    }

    private static void warnOfSurroundings(String text, int start, String found, List<String> warnings) {
        if (isWords(text.substring(0, start))) {
            warnings.add("The text before the JSON object was passed over");
        }
        if (!text.startsWith(found, start)) {
            warnings.add("Closing braces were missing at the end of the JSON object and have been added");
        } else if (isWords(text.substring(start + found.length()))) {
            warnings.add("The text after the JSON object was passed over");
        }
    }

    private static boolean isWords(String text) {
        return !FENCE.matcher(text).replaceAll("").isBlank();
    }

    private static TerminalReply reply(ObjectNode json, List<String> errors, List<String> warnings) {
        warnOfUnknown(json, FIELDS, "the JSON object", warnings);
        String analysis = text(json, ANALYSIS, errors);
        text(json, PLAN, errors);
        List<Command> commands = commands(json, errors, warnings);
        ReplyFormat.warnOfOpenLines(commands, warnings);
        JsonNode complete = json.path(COMPLETE);
        if (!complete.isMissingNode() && !complete.isBoolean()) {
            errors.add(COMPLETE + " must be true or false");
        }
        return new TerminalReply(analysis, commands, complete.asBoolean(false));
    }

    private static String text(ObjectNode json, String field, List<String> errors) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            errors.add(value.isMissingNode() ? "The field " + field + " is missing" : field + " must be a text");
        }
        return value.asText("");
    }

    private static List<Command> commands(ObjectNode json, List<String> errors, List<String> warnings) {
        JsonNode array = json.path(COMMANDS);
        List<Command> commands = new ArrayList<>();
        if (!array.isArray()) {
            errors.add(array.isMissingNode()
                    ? "The field " + COMMANDS + " is missing; where nothing is to be typed, it is []"
                    : COMMANDS + " must be an array of objects");
            return commands;
        }
        for (JsonNode command : array) {
            String which = "command " + (commands.size() + 1);
            commands.add(command(command, which, errors, warnings));
        }
        return commands;
    }

    private static Command command(JsonNode json, String which, List<String> errors, List<String> warnings) {
        if (!(json instanceof ObjectNode command)) {
            errors.add("The " + which + " must be an object with " + KEYSTROKES + " and " + DURATION);
            return new Command("", DEFAULT_WAIT);
        }
        warnOfUnknown(command, COMMAND_FIELDS, which, warnings);
        JsonNode typed = command.path(KEYSTROKES);
        if (!typed.isTextual()) {
            errors.add(KEYSTROKES + " of " + which + (typed.isMissingNode() ? " is missing" : " must be a text"));
        }
        return new Command(typed.asText(""), wait(command.path(DURATION), which, errors, warnings));
    }

    private static Duration wait(JsonNode duration, String which, List<String> errors, List<String> warnings) {
        if (duration.isMissingNode()) {
            warnings.add("The duration of " + which + " is missing; it was taken as 1.0 seconds");
            return DEFAULT_WAIT;
        }
        if (!duration.isNumber()) {
            errors.add("The duration of " + which + " must be a number of seconds");
            return DEFAULT_WAIT;
        }
        return ReplyFormat.wait(duration.doubleValue(), which, errors, warnings);
    }

    private static void warnOfUnknown(ObjectNode json, Set<String> known, String where, List<String> warnings) {
        json.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                warnings.add("The field '" + Excerpt.of(name, MAX_NAME_CHARACTERS) + "' of " + where
                        + " means nothing and was passed over");
            }
        });
    }
}
