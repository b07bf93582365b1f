package dev.ipw.cli.command;

import dev.ipw.error.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parser of arguments of the form {@code KEY=VALUE}. Picocli's own maps strip quotes, and print an unreadable
 * value on standard error, even an API key.
 */
public final class KeyValues {
    /** A header: the name ends before the first colon or equals sign. */
    static final Pattern HEADER = Pattern.compile("\\s*(?<name>[^:=\\s]+)\\s*[:=]\\s*(?<value>.*)", Pattern.DOTALL);

    private KeyValues() {}

    /**
     * Splits each text at its first {@code =}. Of two with the same key, the later one counts.
     *
     * @param option the option with the texts, for messages
     * @param typed  the texts
     * @return the values by key, in the order typed
     * @throws ConfigurationException if a text has no key or no {@code =}; the message does not quote it
     */
    public static Map<String, String> of(String option, List<String> typed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String text : typed) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new ConfigurationException(option + " takes KEY=VALUE, and what was typed behind it "
                        + (equals < 0 ? "has no '='" : "has no key before its '='"));
            }
            values.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return values;
    }

    /**
     * Reads the parameters of a dataset.
     *
     * @param typed         the values of {@code --dataset-param}
     * @param taskVariables the names from {@code --task-env}
     * @return the values by key
     * @throws ConfigurationException if a text is no parameter
     */
    public static Map<String, String> ofDataset(List<String> typed, List<String> taskVariables) {
        Map<String, String> values = of("--dataset-param", typed);
        taskVariables.forEach(name -> values.merge("task_env", name, (some, more) -> some + "," + more));
        return values;
    }

    /**
     * Splits each text in the form of a header: {@code NAME: VALUE}, or {@code NAME=VALUE} from a file of options.
     *
     * @param option the option with the texts, for messages
     * @param typed  the texts
     * @return the values by name
     * @throws ConfigurationException if a text has no name; the message does not quote it
     */
    public static Map<String, String> ofHeaders(String option, List<String> typed) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String text : typed) {
            Matcher header = HEADER.matcher(text);
            if (!header.matches()) {
                throw new ConfigurationException(option + " takes 'NAME: VALUE', such as 'X-Tenant: a', and what was"
                        + " typed behind it has no name before a colon");
            }
            values.put(header.group("name"), header.group("value"));
        }
        return values;
    }
}
