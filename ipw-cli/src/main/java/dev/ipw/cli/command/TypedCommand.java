package dev.ipw.cli.command;

import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A typed command line in a form that can be typed again, without secrets, including those under misspelt names. */
public final class TypedCommand {
    public static final String HEADER = "--header";
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./\\[\\]-]+");

    private final List<String> arguments;
    private final List<String> shown;

    /**
     * Creates the form of typed arguments.
     *
     * @param arguments the arguments after {@code ipw}
     * @param options   the names of all existing options, with their dashes: none of them is a misspelt one
     */
    public TypedCommand(String[] arguments, Set<String> options) {
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

    /** Formats the command that repeats this one. */
    public String text() {
        StringBuilder line = new StringBuilder("ipw");
        for (String argument : shown) {
            line.append(' ').append(quoted(argument));
        }
        return line.toString();
    }

    /** Quotes a word for a shell. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns the arguments without their secrets. */
    public List<String> shown() {
        return List.copyOf(shown);
    }

    /**
     * Removes the secrets among the arguments from a message that quotes them, either the whole argument or the part
     * after the equals sign.
     */
    public String withoutSecrets(String message) {
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

    /** Redacts the value of a header, which may be secret; the name is not. */
    private static String header(String text) {
        Matcher header = KeyValues.HEADER.matcher(text);
        return header.matches() ? text.substring(0, header.start("value")) + Redaction.MARK : Redaction.MARK;
    }

    /** Removes the value of a secret name: the rest of the argument, regardless of its content. */
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
