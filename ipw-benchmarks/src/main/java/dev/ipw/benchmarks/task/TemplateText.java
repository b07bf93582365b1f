package dev.ipw.benchmarks.task;

import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The filling of templates in the notation of Python: {@code {name}} for a value, doubled braces for one brace. */
final class TemplateText {
    private static final Pattern PART = Pattern.compile("\\{\\{|\\}\\}|\\{(\\w{1,100})\\}",
            Pattern.UNICODE_CHARACTER_CLASS);

    private TemplateText() {}

    /** Fills a template in one pass: braces in a value stay as they are, and so do names without a value. */
    static String fill(String template, Map<String, String> values) {
        return PART.matcher(template).replaceAll(part -> Matcher.quoteReplacement(part(part, values)));
    }

    private static String part(MatchResult part, Map<String, String> values) {
        String name = part.group(1);
        return name == null ? part.group().substring(1) : values.getOrDefault(name, part.group());
    }

    /** Writes a value as Python does; empty if it is a list or a map. */
    static Optional<String> written(Object value) {
        return switch (value) {
            case Boolean flag -> Optional.of(flag ? "True" : "False");
            case String text -> Optional.of(text);
            case Number number -> Optional.of(String.valueOf(number));
            default -> Optional.empty();
        };
    }
}
