package dev.ipw.cli;

import dev.ipw.internal.secret.Redaction;
import java.util.Map;
import java.util.regex.Pattern;

/** Write down what was typed, so that it can be typed again; secrets are taken out. */
final class TypedCommand {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./\\[\\]-]+");

    private TypedCommand() {}

    static String of(String[] arguments) {
        StringBuilder line = new StringBuilder("ipw");
        for (String argument : arguments) {
            String shown = withoutSecrets(argument);
            boolean plain = PLAIN.matcher(shown).matches();
            line.append(' ').append(plain ? shown : "'" + shown.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }

    /** Take the secrets among the arguments out of a message that quotes them. */
    static String withoutSecrets(String message, String[] arguments) {
        String clean = message;
        for (String argument : arguments) {
            clean = clean.replace(argument, withoutSecrets(argument));
        }
        return clean;
    }

    /** The value of a secret name ends with the argument, whatever it holds. */
    private static String withoutSecrets(String argument) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            return Redaction.text(argument);
        }
        String name = argument.substring(0, equals);
        String value = argument.substring(equals + 1);
        String shown = Redaction.parameters(Map.of(name, value)).getOrDefault(name, Redaction.MARK);
        return name + "=" + (shown.equals(Redaction.MARK) ? shown : withoutSecrets(value));
    }
}
