package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The conversion of named arguments to those of a program, and of a program's command line to text for a person. */
final class ServerArguments {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,99}");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    /**
     * Arguments that are set here: others would move the server off this machine's own address, or to an unverified
     * model.
     */
    private static final Set<String> OWN = Set.of("host", "port", "model", "model-path", "m", "hf", "hf-repo",
            "model-url", "mu");

    private ServerArguments() {}

    /** Returns a name in the form of an option. */
    static String dashed(String name) {
        return name.replace('_', '-');
    }

    private static String required(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationException(
                    "An argument of a server has a name of letters, digits, dots and dashes, not '"
                            + Redaction.excerpt(name, 100) + "'");
        }
        String dashed = dashed(name);
        if (isOwn(dashed.toLowerCase(Locale.ROOT))) {
            throw new ConfigurationException("The argument '" + name + "' of a server is set here: the address is "
                    + ServerPorts.HOST + ", and port and model are named on their own");
        }
        return dashed;
    }

    /** Returns whether an argument is set here; many programs accept the beginning of an option for the whole. */
    private static boolean isOwn(String name) {
        return OWN.contains(name) || (name.length() > 1 && OWN.stream().anyMatch(own -> own.startsWith(name)));
    }

    private static void requireNoOption(String name, String value) {
        if (value.startsWith("--")) {
            throw new ConfigurationException("The argument '" + name + "' of a server has a value that begins with"
                    + " two dashes, which the server would take for another argument. Name that one on its own");
        }
    }

    /** Returns the options of a command line: a one-letter name has one dash, others have two. */
    static List<String> options(Map<String, String> arguments) {
        List<String> options = new ArrayList<>();
        arguments.forEach((name, value) -> {
            String dashed = required(name);
            requireNoOption(name, value);
            options.add((dashed.length() == 1 ? "-" : "--") + dashed);
            if (!value.isEmpty() && !value.equals("true")) {
                options.add(value);
            }
        });
        return options;
    }

    /** Returns the variables of Ollama. */
    static Map<String, String> variables(Map<String, String> arguments) {
        Map<String, String> variables = new LinkedHashMap<>();
        arguments.forEach((name, value) -> {
            String upper = required(name).toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
            String variable = upper.startsWith("OLLAMA_") ? upper : "OLLAMA_" + upper;
            if (variable.equals("OLLAMA_HOST")) {
                required("host");
            }
            variables.put(variable, value);
        });
        return variables;
    }

    /** Formats a command for a person, as a shell would take it, without secrets. */
    static String line(Map<String, String> variables, List<String> command) {
        List<String> words = new ArrayList<>();
        variables.forEach((name, value) -> words.add(name + "=" + quoted(value)));
        words.addAll(command.stream().map(ServerArguments::quoted).toList());
        return Redaction.text(words.stream().collect(Collectors.joining(" ")));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
