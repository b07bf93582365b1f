package dev.ipw.benchmarks.harbor;

import dev.ipw.error.InputException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Put variables of this machine in place of values that name them as <code>${NAME}</code> or <code>${NAME:-otherwise}</code>.
 *
 * @param variable looks one up
 */
record HostVariables(Function<String, Optional<String>> variable) {
    private static final Pattern NAMED = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

    Map<String, String> filled(String taskId, Map<String, String> values) {
        Map<String, String> all = new TreeMap<>();
        values.forEach((name, value) -> all.put(name, filled(taskId, name, value)));
        return all;
    }

    private String filled(String taskId, String name, String value) {
        Matcher named = NAMED.matcher(value);
        // Only a whole value names a variable of this machine; within another one, a shell may mean its own.
        return named.matches()
                ? variable.apply(named.group(1)).or(() -> Optional.ofNullable(named.group(2)))
                        .orElseThrow(() -> new InputException("The task " + taskId + " takes its variable " + name
                                + " from " + named.group(1)
                                + " of this machine, which is not set: set it before the run"))
                : value;
    }
}
