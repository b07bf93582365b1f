package dev.ipw.benchmarks.harbor;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The variables of this machine that tasks may have, where the tasks' variables name them as <code>${NAME}</code> or
 * <code>${NAME:-otherwise}</code>: only those that the user allows.
 *
 * @param allowed  their names
 * @param variable the function that looks up a variable
 */
record HostVariables(Set<String> allowed, Function<String, Optional<String>> variable) {
    /** The dataset's parameter with the allowed names. */
    static final String PARAMETER = "task_env";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NAMED = Pattern.compile("\\$\\{(" + NAME + ")(?::-([^}]*))?}");

    /** Copies the names. */
    HostVariables {
        allowed = Set.copyOf(allowed);
    }

    /**
     * Allows variables.
     *
     * @param names    their names, separated by commas; empty for none
     * @param variable the function that looks up a variable
     * @throws ConfigurationException if a text is not a variable's name; it is not quoted, because it may be the value
     */
    static HostVariables of(Optional<String> names, Function<String, Optional<String>> variable) {
        Set<String> allowed = new LinkedHashSet<>();
        for (String name : names.stream().flatMap(all -> Stream.of(all.split(","))).map(String::strip)
                .filter(each -> !each.isEmpty()).toList()) {
            if (!NAME.matcher(name).matches()) {
                throw new ConfigurationException("The parameter " + PARAMETER
                        + " takes names of variables between commas,"
                        + " and one of its texts is no name: leave values out, they are read from the environment");
            }
            allowed.add(name);
        }
        return new HostVariables(allowed, variable);
    }

    /** Returns the names in values, including those with a default of the task. */
    static Stream<String> named(Map<String, String> values) {
        return values.values().stream().map(NAMED::matcher).filter(Matcher::matches).map(named -> named.group(1));
    }

    /** Returns the names that values need and that are not allowed. */
    Stream<String> refused(Map<String, String> values) {
        return values.values().stream().map(NAMED::matcher)
                .filter(named -> named.matches() && named.group(2) == null && !allowed.contains(named.group(1)))
                .map(named -> named.group(1));
    }

    /** Returns the values that a task has by these names. */
    List<String> values(Stream<String> names) {
        return names.filter(allowed::contains).distinct().map(variable).flatMap(Optional::stream).toList();
    }

    /**
     * Replaces the names by the variables' values.
     *
     * @param taskId the task, for messages
     * @param values the task's variables, by name
     * @return the variables with values
     * @throws InputException if one is not allowed or not set, and has no default of the task
     */
    Map<String, String> filled(String taskId, Map<String, String> values) {
        Map<String, String> all = new TreeMap<>();
        values.forEach((name, value) -> all.put(name, filled(taskId, name, value)));
        return all;
    }

    private String filled(String taskId, String name, String value) {
        Matcher named = NAMED.matcher(value);
        // Only a whole value names a variable of this machine; within another one, a shell may mean its own.
        return named.matches()
                ? Optional.of(named.group(1)).filter(allowed::contains).flatMap(variable)
                        .or(() -> Optional.ofNullable(named.group(2)))
                        .orElseThrow(() -> missing(taskId, name, named.group(1)))
                : value;
    }

    private InputException missing(String taskId, String name, String host) {
        return new InputException("The task " + taskId + " takes its variable " + name + " from " + host
                + " of this machine, which is not " + (allowed.contains(host)
                        ? "set: set it before the run"
                        : "allowed: if the task may have its value, add " + adviceFor(host)));
    }

    /** Returns advice on allowing names. */
    static String adviceFor(String names) {
        return Setting.TASK_ENV + names;
    }

    /** Returns a text without the variables' values. */
    @Override
    public String toString() {
        return "variables of this machine: " + String.join(", ", allowed);
    }
}
