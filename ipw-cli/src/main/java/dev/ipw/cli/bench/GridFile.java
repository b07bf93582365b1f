package dev.ipw.cli.bench;

import dev.ipw.cli.ConfigFile;
import dev.ipw.cli.command.YamlFile;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A grid in a YAML or JSON file: agents, models and datasets, each with options of its own, and options of all. */
record GridFile(Path file, Map<String, @Nullable Object> content) {
    private static final String OPTIONS = "options";
    private static final String ORDER = "order";
    private static final String NAME = "name";

    /**
     * Reads a file.
     *
     * @throws ConfigurationException       if it has an unknown key
     * @throws dev.ipw.error.InputException if it cannot be read
     */
    static GridFile read(Path file) {
        GridFile grid = new GridFile(file, YamlFile.ofOptions(file).read());
        Set<String> known = Stream.concat(Arrays.stream(GridAxis.values()).map(GridAxis::label),
                Stream.of(OPTIONS, ORDER)).collect(Collectors.toCollection(TreeSet::new));
        grid.requireKnown(grid.content.keySet(), known, "the grid");
        return grid;
    }

    /** Returns the order of the cells; empty if the file names none. */
    Optional<String> order() {
        return Optional.ofNullable(content.get(ORDER)).map(String::valueOf);
    }

    /**
     * Returns the options of all cells.
     *
     * @param typed the typed options, which take precedence
     */
    List<String> options(List<String> typed) {
        Object options = content.get(OPTIONS);
        if (options == null) {
            return List.of();
        }
        if (!(options instanceof Map<?, ?> named)) {
            throw wrong("'" + OPTIONS + "' must hold options by their names, such as 'max-queries: 100'");
        }
        Set<String> known = CellOptions.names();
        Arrays.stream(GridAxis.values()).map(GridAxis::option).forEach(known::remove);
        Map<String, @Nullable Object> values = YamlFile.byName(named);
        requireKnown(values.keySet(), known, "'" + OPTIONS + "'");
        return arguments(values, typed);
    }

    /**
     * Returns the entries of an axis.
     *
     * @param axis  the axis
     * @param typed the typed options, which take precedence
     * @return the entries; empty if the file does not have the axis
     */
    List<GridEntry> entries(GridAxis axis, List<String> typed) {
        Object entries = content.get(axis.label());
        if (entries == null) {
            return List.of();
        }
        if (!(entries instanceof List<?> several) || several.isEmpty()) {
            throw wrong("'" + axis.label() + "' must be a list of names, or of options such as '" + axis.option()
                    + ": NAME'");
        }
        List<GridEntry> all = new ArrayList<>();
        for (Object entry : several) {
            all.add(entry(axis, entry, typed));
        }
        return all;
    }

    private GridEntry entry(GridAxis axis, @Nullable Object entry, List<String> typed) {
        if (entry instanceof String || entry instanceof Number) {
            return GridEntry.named(axis, String.valueOf(entry));
        }
        if (!(entry instanceof Map<?, ?> named)) {
            throw wrong("'" + axis.label() + "' has an entry that is neither a name nor options by their names");
        }
        Map<String, @Nullable Object> options = new LinkedHashMap<>(YamlFile.byName(named));
        Optional<String> name = Optional.ofNullable(options.remove(NAME)).map(String::valueOf);
        requireKnown(options.keySet(), axis.options(), "'" + axis.label() + "'");
        String called = name.or(() -> Optional.ofNullable(options.get(axis.option())).map(String::valueOf)
                .map(whole -> GridEntry.shortened(axis, whole)))
                .orElseThrow(() -> wrong("an entry of '" + axis.label() + "' has no '" + axis.option()
                        + "' and no '" + NAME + "'"));
        return new GridEntry(called, arguments(options, typed));
    }

    private List<String> arguments(Map<String, @Nullable Object> options, List<String> typed) {
        return new ConfigFile(file, CellOptions.spec()).options(options, typed);
    }

    private void requireKnown(Set<String> keys, Set<String> known, String place) {
        for (String key : keys) {
            if (!known.contains(key)) {
                String nearest = NearestNames.of(key, known);
                throw wrong("'" + key + "' is no option of " + place + elsewhere(key) + ". "
                        + (nearest.isEmpty()
                                ? "There are " + String.join(", ", new TreeSet<>(known))
                                : "Did you mean " + nearest + "?"));
            }
        }
    }

    /** Describes where a misplaced option belongs. */
    private static String elsewhere(String key) {
        return Arrays.stream(GridAxis.values()).filter(axis -> axis.options().contains(key)).findFirst()
                .map(axis -> " but of '" + axis.label() + "'")
                .orElseGet(() -> CellOptions.names().contains(key) ? " but of '" + OPTIONS + "'" : "");
    }

    private ConfigurationException wrong(String problem) {
        return new ConfigurationException("The grid " + file + ": " + problem);
    }
}
