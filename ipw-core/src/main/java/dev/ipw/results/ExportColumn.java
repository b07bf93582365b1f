package dev.ipw.results;

import dev.ipw.engine.format.Columns;
import dev.ipw.engine.format.ExportedValue;
import dev.ipw.engine.format.ExportedValue.Place;
import dev.ipw.engine.format.RecordColumns;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Name a column of the flat table of a run's queries. A column of a {@link Dimension} has its name, with the unit behind it
 * where that does not say it.
 *
 * @param name   the column's name, lower case with underscores
 * @param isText true for long texts, which are written only when asked for
 * @param value  gives text, a number or a truth; null if there is none
 */
public record ExportColumn(String name, boolean isText, Function<ProfilingRecord, @Nullable Object> value) {
    private static final String SECONDS = "seconds";
    private static final List<ExportColumn> KNOWN = known();
    private static final Map<String, ExportColumn> BY_NAME = KNOWN.stream()
            .collect(Collectors.toMap(ExportColumn::name, Function.identity(), (one, same) -> one, LinkedHashMap::new));

    /** Refuse nulls. */
    public ExportColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /**
     * List all columns.
     *
     * @return those that are written by default, then the long texts
     */
    public static List<ExportColumn> all() {
        return KNOWN;
    }

    /**
     * List the default columns.
     *
     * @return all but the long texts
     */
    public static List<ExportColumn> usual() {
        return KNOWN.stream().filter(column -> !column.isText).toList();
    }

    /**
     * Find a column.
     *
     * @param name its name, or the name or short name of a dimension
     * @return the column
     * @throws ConfigurationException if there is none; the message names the nearest and all there are
     */
    public static ExportColumn named(String name) {
        ExportColumn exact = BY_NAME.get(name.strip());
        if (exact != null) {
            return exact;
        }
        try {
            return Objects.requireNonNull(BY_NAME.get(nameOf(Dimension.named(name))));
        } catch (ConfigurationException unknown) {
            String nearest = NearestNames.of(name.strip(), BY_NAME.keySet());
            throw new ConfigurationException("There is no column '" + name + "'."
                    + (nearest.isEmpty() ? "" : " Did you mean " + nearest + "?") + " Available: "
                    + String.join(", ", BY_NAME.keySet()), unknown);
        }
    }

    private static List<ExportColumn> known() {
        List<ExportedValue<ProfilingRecord>> exported = RecordColumns.toRead("model").exported();
        return Stream.of(at(Place.IDENTITY, exported), at(Place.FIGURE, exported),
                Arrays.stream(Dimension.values()).map(ExportColumn::of), at(Place.TEXT, exported))
                .flatMap(columns -> columns).toList();
    }

    private static Stream<ExportColumn> at(Place place, List<ExportedValue<ProfilingRecord>> exported) {
        return exported.stream().filter(one -> one.place() == place)
                .map(one -> new ExportColumn(one.name(), place == Place.TEXT, one.value()));
    }

    private static ExportColumn of(Dimension dimension) {
        return dimension.unit().equals("tokens")
                ? brief(nameOf(dimension), record -> whole(dimension.of(record)))
                : brief(nameOf(dimension), record -> Columns.orNull(dimension.of(record)));
    }

    private static String nameOf(Dimension dimension) {
        boolean bare = dimension.unit().equals("s") && !dimension.label().endsWith(SECONDS);
        return bare ? dimension.label() + "_" + SECONDS : dimension.label();
    }

    private static ExportColumn brief(String name, Function<ProfilingRecord, @Nullable Object> value) {
        return new ExportColumn(name, false, value);
    }

    private static @Nullable Object whole(OptionalDouble value) {
        return value.isPresent() ? (Object) (long) value.getAsDouble() : null;
    }
}
