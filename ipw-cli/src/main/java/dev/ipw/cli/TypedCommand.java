package dev.ipw.cli;

import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Write down what was typed, so that it can be typed again; secrets are taken out, those under misspelt names too. */
final class TypedCommand {
    static final String HEADER = "--header";
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./\\[\\]-]+");

    private final List<String> arguments;
    private final List<String> shown;

    /**
     * Take what was typed.
     *
     * @param arguments what stands behind {@code ipw}
     * @param options   the names of all options that there are, with their dashes: none of them is a misspelt one
     */
    TypedCommand(String[] arguments, Set<String> options) {
        this.arguments = List.of(arguments);
        shown = new ArrayList<>();
        boolean isSecret = false;
        String before = "";
        for (String argument : arguments) {
            boolean isOption = argument.startsWith("-");
            if (before.equals(HEADER)) {
                shown.add(header(argument));
            } else if (argument.startsWith(HEADER + "=")) {
                shown.add(HEADER + "=" + header(argument.substring(HEADER.length() + 1)));
            } else {
                shown.add(isSecret && !isOption ? Redaction.MARK : withoutSecrets(argument, options));
            }
            before = argument;
            isSecret = isOption && argument.indexOf('=') < 0 && isSecretName(argument, options);
        }
    }

    /** Write the command with which it can be done again. */
    String text() {
        StringBuilder line = new StringBuilder("ipw");
        for (String argument : shown) {
            line.append(' ').append(quoted(argument));
        }
        return line.toString();
    }

    /** Write a word so that a shell reads it as one. */
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Return the arguments without their secrets. */
    List<String> shown() {
        return List.copyOf(shown);
    }

    /** Take the secrets among the arguments out of a message that quotes them, whole or what stands behind the equals sign. */
    String withoutSecrets(String message) {
        String clean = message;
        for (int place = 0; place < shown.size(); place++) {
            String argument = arguments.get(place);
            String hidden = shown.get(place);
            if (hidden.equals(Redaction.MARK)) {
                clean = KnownSecret.of(argument).redact(clean.replace("'" + argument + "'", "'" + hidden + "'"), false);
            } else if (!hidden.equals(argument)) {
                clean = clean.replace(argument, hidden);
                if (hidden.endsWith(Redaction.MARK) && argument.startsWith(prefix(hidden))) {
                    String value = argument.substring(prefix(hidden).length());
                    clean = KnownSecret.of(value).redact(clean.replace("'" + value + "'", "'" + Redaction.MARK + "'"),
                            false);
                }
            }
        }
        return clean;
    }

    private static String prefix(String hidden) {
        return hidden.substring(0, hidden.length() - Redaction.MARK.length());
    }

    /** The name of a header is none, its value may be one. */
    private static String header(String text) {
        Matcher header = KeyValues.HEADER.matcher(text);
        return header.matches() ? text.substring(0, header.start("value")) + Redaction.MARK : Redaction.MARK;
    }

    /** The value of a secret name ends with the argument, whatever it holds. */
    private static String withoutSecrets(String argument, Set<String> options) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            return Redaction.text(argument);
        }
        String name = argument.substring(0, equals);
        String value = argument.substring(equals + 1);
        boolean isSecret = isSecretName(name, options);
        return name + "=" + (isSecret ? Redaction.MARK : withoutSecrets(Redaction.withoutLogin(name, value), Set.of()));
    }

    private static boolean isSecretName(String name, Set<String> options) {
        return !options.contains(name) && Redaction.resemblesSecret(name);
    }
}
