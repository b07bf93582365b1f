package dev.ipw.benchmarks.scoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reader of values that are written in Java or JavaScript as the type of their parameter: {@code 5L} for a long,
 * {@code new ArrayList<>(Arrays.asList(1, 2))} for a list, {@code {a: 1}} for a dictionary. A value that is not a
 * literal of the type, such as a variable, stays text, which a benchmark may expect; so a number in another type's form
 * equals no number.
 */
record SourceValue(SourceLanguage language) {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern LONG = Pattern.compile("(-?\\d{1,18})[lL]");
    private static final Pattern BIG = Pattern.compile("(-?\\d{1,18})n");
    private static final Pattern REAL = Pattern.compile("-?\\d{1,40}(\\.\\d{1,40})?([eE][+-]?\\d{1,3})?");
    private static final Pattern FLOAT = Pattern.compile("(-?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,3})?)[fF]");
    private static final Pattern JAVA_LIST = Pattern
            .compile("(?:new\\s+\\w+\\s*\\[\\s*]\\s*(?=\\{)|(?:new\\s+ArrayList\\s*<[\\w\\s]*>\\s*\\(\\s*)?"
                    + "(?:Arrays\\s*\\.\\s*asList|List\\s*\\.\\s*of)\\s*(?=\\())");
    private static final Pattern JAVA_EMPTY = Pattern
            .compile("new\\s+(?:ArrayList|HashMap)\\s*<[\\w\\s,]*>\\s*\\(\\s*\\)\\s*");
    private static final Pattern JAVA_MAP = Pattern.compile("Map\\s*\\.\\s*of\\s*(?=\\()");
    private static final Pattern FILLED = Pattern.compile("\\b(?:add|put)\\s*(?=\\()");
    private static final Pattern JAVASCRIPT_LIST = Pattern.compile("new\\s+Array\\s*(?=\\()");
    private static final Pattern KEY = Pattern.compile("\\s*([\"']?)([\\w$-]{1,200})\\1\\s*:");
    private static final int MAX_LEVELS = 20;

    /** Reads a value; a value that is not text already has its type. */
    static @Nullable Object of(SourceLanguage language, ParameterType type, @Nullable Object given) {
        return language != SourceLanguage.PYTHON && given instanceof String text
                ? new SourceValue(language).read(text.strip(), type, 0)
                : given;
    }

    private Object read(String text, ParameterType type, int level) {
        if (level > MAX_LEVELS) {
            return text;
        }
        return switch (type.name()) {
            case "byte", "short", "integer" -> whole(text);
            case "long" -> suffixed(LONG, text).<Object>map(Long::valueOf).orElse(text);
            case "Bigint" -> suffixed(BIG, text).<Object>map(Long::valueOf).orElse(text);
            case "float" -> language == SourceLanguage.JAVA
                    ? suffixed(FLOAT, text).<Object>map(Double::valueOf).orElse(text)
                    : real(text);
            case "double" -> real(text);
            case "boolean", "Boolean" -> truth(text);
            case "Array", "ArrayList", "array" -> list(text, type.item(), level);
            case "HashMap", "dict" -> map(text, level);
            default -> unquoted(text).orElse(text);
        };
    }

    private static Optional<String> suffixed(Pattern form, String text) {
        Matcher number = form.matcher(text);
        return number.matches() ? Optional.of(number.group(1)) : Optional.empty();
    }

    private static Object real(String text) {
        if (REAL.matcher(text).matches()) {
            return Double.valueOf(text);
        }
        return text;
    }

    private static Object whole(String text) {
        if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        return text;
    }

    private static Object truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> text;
        };
    }

    /** Removes the quotes of a text that is one literal from end to end. */
    private static Optional<String> unquoted(String text) {
        char quote = text.isEmpty() ? ' ' : text.charAt(0);
        boolean isQuoted = text.length() > 1 && "\"'`".indexOf(quote) >= 0 && text.charAt(text.length() - 1) == quote;
        return isQuoted ? Optional.of(text.substring(1, text.length() - 1)) : Optional.empty();
    }

    /** Reads a value without a stated type. */
    private Object literal(String source, int level) {
        String text = source.strip();
        if (level > MAX_LEVELS) {
            return text;
        }
        if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        Optional<String> whole = suffixed(language == SourceLanguage.JAVA ? LONG : BIG, text);
        if (whole.isPresent()) {
            return Long.valueOf(whole.get());
        }
        Optional<String> quoted = unquoted(text);
        if (quoted.isPresent()) {
            return quoted.get();
        }
        Object known = real(suffixed(FLOAT, text).orElse(text));
        if (!(known instanceof Double)) {
            known = truth(text);
        }
        if (known.equals(text)) {
            known = list(text, ParameterType.ANY, level);
        }
        return known.equals(text) ? map(text, level) : known;
    }

    private Object list(String text, ParameterType item, int level) {
        try {
            Optional<List<String>> elements = language == SourceLanguage.JAVA ? javaElements(text) : elements(text);
            if (elements.isEmpty()) {
                return text;
            }
            List<Object> values = new ArrayList<>();
            for (String element : elements.get()) {
                values.add(item.name().equals("any")
                        ? literal(element, level + 1)
                        : read(element.strip(), item, level + 1));
            }
            return values;
        } catch (CallSyntaxException torn) {
            return text;
        }
    }

    private static Optional<List<String>> elements(String text) throws CallSyntaxException {
        Matcher named = JAVASCRIPT_LIST.matcher(text);
        int start = named.lookingAt() ? named.end() : 0;
        return text.startsWith("[") || start > 0 ? Optional.of(inner(text, start)) : Optional.empty();
    }

    private static Optional<List<String>> javaElements(String text) throws CallSyntaxException {
        Matcher listed = JAVA_LIST.matcher(text);
        if (listed.lookingAt()) {
            return Optional.of(inner(text, listed.end()));
        }
        Matcher empty = JAVA_EMPTY.matcher(text);
        return empty.lookingAt() && text.contains("ArrayList")
                ? Optional.of(filled(text, empty.end()))
                : Optional.empty();
    }

    /** Splits the text between a bracket and the one that closes it. */
    private static List<String> inner(String text, int opening) throws CallSyntaxException {
        return TopLevel.parts(text.substring(opening + 1, TopLevel.close(text, opening)));
    }

    /** Lists the arguments of the calls of {@code add} or {@code put} in a block behind a constructor. */
    private static List<String> filled(String text, int from) throws CallSyntaxException {
        List<String> given = new ArrayList<>();
        Matcher call = FILLED.matcher(text);
        int at = from;
        while (call.find(at)) {
            int close = TopLevel.close(text, call.end());
            given.add(text.substring(call.end() + 1, close));
            at = close + 1;
        }
        return given;
    }

    private Object map(String text, int level) {
        try {
            Optional<Map<String, Object>> map = language == SourceLanguage.JAVA
                    ? javaMap(text, level)
                    : javaScriptMap(text, level);
            return map.<Object>map(known -> known).orElse(text);
        } catch (CallSyntaxException torn) {
            return text;
        }
    }

    private Optional<Map<String, Object>> javaMap(String text, int level) throws CallSyntaxException {
        Map<String, Object> map = new LinkedHashMap<>();
        Matcher listed = JAVA_MAP.matcher(text);
        Matcher empty = JAVA_EMPTY.matcher(text);
        if (listed.lookingAt()) {
            put(map, inner(text, listed.end()), level);
        } else if (empty.lookingAt() && text.contains("HashMap")) {
            for (String pair : filled(text, empty.end())) {
                put(map, TopLevel.parts(pair), level);
            }
        } else {
            return Optional.empty();
        }
        return Optional.of(map);
    }

    private void put(Map<String, Object> map, List<String> keysAndValues, int level) {
        for (int at = 0; at + 1 < keysAndValues.size(); at += 2) {
            String key = keysAndValues.get(at).strip();
            map.put(unquoted(key).orElse(key), literal(keysAndValues.get(at + 1), level + 1));
        }
    }

    private Optional<Map<String, Object>> javaScriptMap(String text, int level) throws CallSyntaxException {
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (String pair : inner(text, 0)) {
            Matcher key = KEY.matcher(pair);
            if (!key.lookingAt()) {
                return Optional.empty();
            }
            map.put(key.group(2), literal(pair.substring(key.end()), level + 1));
        }
        return Optional.of(map);
    }
}
