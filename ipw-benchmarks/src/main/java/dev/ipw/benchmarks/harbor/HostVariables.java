package dev.ipw.benchmarks.harbor;

import dev.ipw.error.InputException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Put variables of this machine into values that name them as <code>${NAME}</code> or <code>${NAME:-otherwise}</code>.
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
        return named.replaceAll(found -> {
            Optional<String> known = variable.apply(found.group(1)).or(() -> Optional.ofNullable(found.group(2)));
            return Matcher.quoteReplacement(known.orElseThrow(() -> new InputException("The task " + taskId
                    + " takes its variable " + name + " from " + found.group(1)
                    + " of this machine, which is not set: set it before the run")));
        });
    }
}
