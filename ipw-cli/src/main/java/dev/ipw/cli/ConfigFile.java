package dev.ipw.cli;

import dev.ipw.cli.command.YamlFile;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.names.NearestNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A YAML or JSON file of options for a command. The options are inserted before the typed ones. A typed option
 * overrides the same option of the file, and those of the file that contradict it.
 *
 * @param file    the file's path, for messages
 * @param command the command whose options are allowed
 */
public record ConfigFile(Path file, CommandSpec command) {
    static final String OPTION = "--config";
    /**
     * Options, or options with a prefix of their value, and the options of the file that they make pointless once
     * typed.
     */
    private static final Map<String, Set<String>> REPLACES = Map.ofEntries(
            Map.entry("--concurrency", Set.of("--rate", "--arrival", "--burstiness", "--replay", "--replay-speed",
                    "--sweep", "--find-rate", "--attainment")),
            Map.entry("--rate", Set.of("--concurrency", "--replay", "--replay-speed")),
            Map.entry("--arrival", Set.of("--replay", "--replay-speed")),
            Map.entry("--arrival=constant", Set.of("--burstiness")),
            Map.entry("--arrival=poisson", Set.of("--burstiness")),
            Map.entry("--burstiness", Set.of("--arrival", "--replay", "--replay-speed")),
            Map.entry("--ramp", Set.of("--replay", "--replay-speed", "--find-rate", "--attainment")),
            Map.entry("--replay", Set.of("--concurrency", "--rate", "--arrival", "--burstiness", "--ramp", "--dataset",
                    "--dataset-param", "--sweep", "--find-rate", "--attainment")),
            Map.entry("--dataset", Set.of("--replay", "--replay-speed")),
            Map.entry("--max-queries", Set.of("--find-rate", "--attainment")),
            Map.entry("--sweep", Set.of("--find-rate", "--attainment", "--repeat", "--concurrency", "--rate",
                    "--replay", "--replay-speed", "--resume")),
            Map.entry("--sweep=concurrency", Set.of("--arrival", "--burstiness")),
            Map.entry("--sweep=rate:auto", Set.of("--max-queries", "--ramp")),
            Map.entry("--find-rate", Set.of("--sweep", "--repeat", "--concurrency", "--max-queries", "--ramp",
                    "--replay", "--replay-speed", "--resume")),
            Map.entry("--repeat", Set.of("--sweep", "--find-rate", "--attainment", "--resume")),
            Map.entry("--resume", Set.of("--overwrite", "--sweep", "--repeat", "--find-rate", "--attainment")),
            Map.entry("--overwrite", Set.of("--resume")));

    /**
     * Adds the options of the file that {@code --config} names.
     *
     * @param arguments the typed arguments
     * @param command   the command whose options the file may contain
     * @return the arguments, with those of the file after the command's name; unchanged if there is no such file
     * @throws ConfigurationException if the file names an unknown option
     * @throws InputException         if it cannot be read
     */
    static String[] expand(String[] arguments, CommandSpec command) {
        List<String> typed = List.of(arguments);
        int place = typed.indexOf(command.name());
        Optional<String> named = value(typed);
        if (place < 0 || named.isEmpty()) {
            return arguments.clone();
        }
        List<String> expanded = new ArrayList<>(typed.subList(0, place + 1));
        Path file = Path.of(named.get());
        expanded.addAll(new ConfigFile(file, command).options(YamlFile.ofOptions(file).read(), typed));
        expanded.addAll(typed.subList(place + 1, typed.size()));
        return expanded.toArray(String[]::new);
    }

    private static Optional<String> value(List<String> typed) {
        int index = typed.indexOf(OPTION);
        if (index >= 0 && index + 1 < typed.size()) {
            return Optional.of(typed.get(index + 1));
        }
        return typed.stream().filter(argument -> argument.startsWith(OPTION + "="))
                .map(argument -> argument.substring(OPTION.length() + 1)).findFirst();
    }

    /**
     * Converts values to arguments.
     *
     * @param values the values of options by their names without dashes
     * @param typed  the typed arguments, which take precedence
     * @return arguments
     * @throws ConfigurationException if a name belongs to no option, or a value is invalid for its option
     */
    public List<String> options(Map<String, @Nullable Object> values, List<String> typed) {
        Set<String> typedNames = typed.stream().filter(argument -> argument.startsWith("--"))
                .map(argument -> argument.split("=", 2)[0]).collect(Collectors.toSet());
        Set<String> replacedNames = REPLACES.entrySet().stream().filter(entry -> isTyped(entry.getKey(), typed))
                .flatMap(entry -> entry.getValue().stream()).collect(Collectors.toSet());
        List<String> options = new ArrayList<>();
        values.forEach((key, value) -> {
            OptionSpec option = option(key);
            String name = option.longestName();
            if (!replacedNames.contains(name) && (option.isMultiValue() || !typedNames.contains(name))) {
                options.addAll(typedAs(option, value));
            }
        });
        return options;
    }

    /** Returns whether an option was typed, with a value of this prefix if one is given. */
    private static boolean isTyped(String form, List<String> typed) {
        return IntStream.range(0, typed.size()).anyMatch(index -> {
            String argument = typed.get(index);
            boolean isApart = !argument.contains("=") && index + 1 < typed.size();
            String whole = (isApart ? argument + "=" + typed.get(index + 1).strip() : argument)
                    .toLowerCase(Locale.ROOT);
            return form.contains("=") ? whole.startsWith(form) : argument.split("=", 2)[0].equals(form);
        });
    }

    private OptionSpec option(String key) {
        String name = "--" + key;
        OptionSpec option = command.findOption(name);
        List<String> known = command.options().stream().map(OptionSpec::longestName)
                .filter(one -> one.startsWith("--") && !one.equals(OPTION)).map(one -> one.substring(2)).sorted()
                .toList();
        if (option == null || !known.contains(key)) {
            String nearest = NearestNames.of(key, known);
            throw new ConfigurationException(file + " names '" + key + "', which is no option of 'ipw " + command.name()
                    + "'."
                    + (nearest.isEmpty()
                            ? " See 'ipw " + command.name() + " --help'"
                            : " Did you mean " + nearest
                                    + "?"));
        }
        return option;
    }

    private List<String> typedAs(OptionSpec option, @Nullable Object value) {
        String name = option.longestName();
        boolean isFlag = option.arity().max() == 0;
        if (isFlag) {
            if (value instanceof Boolean set) {
                return set ? List.of(name) : List.of();
            }
            throw wrong(name, "true or false");
        }
        return switch (value) {
            case null -> throw wrong(name, "a value");
            case List<?> several when option.isMultiValue() -> several.stream()
                    .map(one -> name + "=" + scalar(name, one)).toList();
            case Map<?, ?> pairs when option.isMultiValue() -> pairs.entrySet().stream()
                    .map(pair -> name + "=" + pair.getKey() + "=" + scalar(name, pair.getValue())).toList();
            default -> List.of(name + "=" + scalar(name, value));
        };
    }

    private String scalar(String name, @Nullable Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        throw wrong(name, "text or a number");
    }

    private ConfigurationException wrong(String option, String expected) {
        return new ConfigurationException(file + ": '" + option.substring(2) + "' must be " + expected);
    }
}
