package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A translator of the path patterns in dataset cards. */
final class PathPattern {
    private static final String ANY_FOLDERS = "(?:[^/]+/)*";

    private PathPattern() {}

    static Predicate<String> of(String pattern) {
        String relative = pattern.startsWith("./") ? pattern.substring(2) : pattern;
        try {
            return Pattern.compile(expression(relative)).asMatchPredicate();
        } catch (PatternSyntaxException wrong) {
            throw new InputException("'" + pattern + "' is no pattern of paths: " + wrong.getDescription(), wrong);
        }
    }

    private static String expression(String pattern) {
        StringBuilder regex = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (pattern.startsWith("**/", i)) {
                regex.append(ANY_FOLDERS);
                i += 2;
            } else if (pattern.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '[' && pattern.indexOf(']', i + 2) > 0) {
                int end = pattern.indexOf(']', i + 2);
                regex.append(set(pattern.substring(i + 1, end)));
                i = end;
            } else if (c == '{' && pattern.indexOf('}', i) > 0) {
                regex.append("(?:");
                depth++;
            } else if (c == '}' && depth > 0) {
                regex.append(')');
                depth--;
            } else {
                regex.append(c == ',' && depth > 0 ? "|" : one(c));
            }
        }
        return regex.toString();
    }

    private static String set(String characters) {
        boolean negated = characters.startsWith("!") || characters.startsWith("^");
        String inner = (negated ? characters.substring(1) : characters).replace("\\", "\\\\").replace("[", "\\[")
                .replace("&&", "&\\&");
        return "[" + (negated ? "^/" : "") + inner + "]";
    }

    private static String one(char c) {
        return switch (c) {
            case '*' -> "[^/]*";
            case '?' -> "[^/]";
            default -> Pattern.quote(String.valueOf(c));
        };
    }
}
