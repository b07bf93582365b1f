package dev.ipw.agents.terminus;

import dev.ipw.agents.terminus.ReadReply.Command;
import dev.ipw.agents.terminus.ReadReply.TerminalReply;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.ReasoningText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of replies as tagged text. It contains keystrokes as they are typed, without any escapes, so that it is
 * not valid XML, and no XML parser is used.
 */
final class XmlReplyFormat implements ReplyFormat {
    private static final String OPEN = "<response>";
    private static final String CLOSE = "</response>";
    private static final String ANALYSIS = "analysis";
    private static final String PLAN = "plan";
    private static final String COMMANDS = "commands";
    private static final String COMPLETE = "task_complete";
    private static final List<String> REQUIRED = List.of(ANALYSIS, PLAN, COMMANDS);
    private static final Pattern PART = Pattern.compile("<(\\w+)\\s*(/?)>");
    private static final Pattern KEYSTROKES = Pattern.compile("<keystrokes((?:\\s[^<>]*)?)>(.*?)</keystrokes>",
            Pattern.DOTALL);
    private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)\\s*=\\s*[\"']([^\"']*)[\"']");
    private static final Pattern ENTITY = Pattern.compile("&(?:lt|gt|amp|quot|apos|#\\d+);");
    private static final int MAX_NAME_CHARACTERS = 60;

    @Override
    public String description() {
        return """
                Each reply has this form and nothing else around it:
                <response>
                <analysis>what the terminal shows, what is done and what is left to do</analysis>
                <plan>what you do next and why</plan>
                <commands>
                <keystrokes duration="0.1">ls -la
                </keystrokes>
                <keystrokes duration="30">make
                </keystrokes>
                </commands>
                <task_complete>false</task_complete>
                </response>
                commands may be empty, and task_complete is false unless you say otherwise. What stands in keystrokes is typed as it is, \
                without escapes such as &lt;; a line feed in it is the Enter key. duration is how many seconds to wait after typing, 1 \
                by default.""";
    }

    @Override
    public ReadReply read(String text) {
        String visible = text.stripLeading().startsWith(OPEN) ? text : ReasoningText.removed(text);
        List<String> errors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        int start = visible.indexOf(OPEN);
        if (start < 0) {
            return new ReadReply(Optional.empty(), List.of("There is no " + OPEN + " in it"), List.of());
        }
        int end = visible.lastIndexOf(CLOSE);
        if (end < start) {
            warnings.add(CLOSE + " was missing at the end and has been added");
        } else if (!visible.substring(end + CLOSE.length()).isBlank()) {
            warnings.add("The text after " + CLOSE + " was passed over");
        }
        if (!visible.substring(0, start).isBlank()) {
            warnings.add("The text before " + OPEN + " was passed over");
        }
        Map<String, String> parts = parts(
                visible.substring(start + OPEN.length(), end < start ? visible.length() : end), errors, warnings);
        TerminalReply reply = reply(parts, errors, warnings);
        return new ReadReply(errors.isEmpty() ? Optional.of(reply) : Optional.empty(), errors, warnings);
    }

    /**
     * Splits a reply into its parts, each up to its closing tag. For the commands, which may contain any text, the
     * last closing tag counts.
     */
    private static Map<String, String> parts(String body, List<String> errors, List<String> warnings) {
        Map<String, String> parts = new LinkedHashMap<>();
        Matcher tag = PART.matcher(body);
        int at = 0;
        while (tag.find(at)) {
            String name = tag.group(1);
            if (!body.substring(at, tag.start()).isBlank()) {
                warnings.add("Text between the parts of the reply was passed over");
            }
            at = tag.end();
            if (tag.group(2).isEmpty()) {
                String close = "</" + name + ">";
                int end = name.equals(COMMANDS) ? body.lastIndexOf(close) : body.indexOf(close, at);
                if (end < at) {
                    errors.add(close + " is missing");
                    return parts;
                }
                parts.putIfAbsent(name, body.substring(at, end));
                at = end + close.length();
            } else {
                parts.putIfAbsent(name, "");
            }
        }
        return parts;
    }

    private static TerminalReply reply(Map<String, String> parts, List<String> errors, List<String> warnings) {
        parts.keySet().stream().filter(name -> !REQUIRED.contains(name) && !name.equals(COMPLETE))
                .forEach(name -> warnings.add("The part '" + Excerpt.of(name, MAX_NAME_CHARACTERS)
                        + "' means nothing and was passed over"));
        if (errors.isEmpty()) {
            REQUIRED.stream().filter(name -> !parts.containsKey(name))
                    .forEach(name -> errors.add("The part <" + name + "> is missing"));
        }
        List<Command> commands = commands(parts.getOrDefault(COMMANDS, ""), errors, warnings);
        ReplyFormat.warnOfOpenLines(commands, warnings);
        String complete = parts.getOrDefault(COMPLETE, "false").strip();
        if (!complete.equals("true") && !complete.equals("false")) {
            errors.add(COMPLETE + " must be true or false");
        }
        return new TerminalReply(parts.getOrDefault(ANALYSIS, "").strip(), commands, complete.equals("true"));
    }

    private static List<Command> commands(String body, List<String> errors, List<String> warnings) {
        List<Command> commands = new ArrayList<>();
        Matcher keystrokes = KEYSTROKES.matcher(body);
        int at = 0;
        while (keystrokes.find()) {
            String which = "command " + (commands.size() + 1);
            if (!body.substring(at, keystrokes.start()).isBlank()) {
                errors.add("Before " + which + " stands something that is no <keystrokes>");
            }
            at = keystrokes.end();
            if (ENTITY.matcher(keystrokes.group(2)).find()) {
                warnings.add("The keystrokes of " + which + " hold an escape such as &lt;, which was typed as it is");
            }
            commands.add(new Command(keystrokes.group(2), duration(keystrokes.group(1), which, errors, warnings)));
        }
        if (!body.substring(at).isBlank()) {
            errors.add("After the commands stands something that is no <keystrokes>...</keystrokes>");
        }
        return commands;
    }

    private static Duration duration(String attributes, String which, List<String> errors, List<String> warnings) {
        Optional<String> seconds = Optional.empty();
        Matcher attribute = ATTRIBUTE.matcher(attributes);
        while (attribute.find()) {
            if (attribute.group(1).equals("duration")) {
                seconds = Optional.of(attribute.group(2).strip());
            } else {
                warnings.add("The attribute '" + Excerpt.of(attribute.group(1), MAX_NAME_CHARACTERS) + "' of " + which
                        + " means nothing and was passed over");
            }
        }
        if (seconds.isEmpty()) {
            warnings.add("The duration of " + which + " is missing; it was taken as 1.0 seconds");
            return DEFAULT_WAIT;
        }
        try {
            return ReplyFormat.wait(Double.parseDouble(seconds.get()), which, errors, warnings);
        } catch (NumberFormatException noNumber) {
            errors.add("The duration of " + which + " must be a number of seconds");
            return DEFAULT_WAIT;
        }
    }
}
