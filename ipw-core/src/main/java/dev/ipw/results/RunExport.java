package dev.ipw.results;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.format.Columns;
import dev.ipw.results.internal.format.CsvField;
import dev.ipw.results.internal.format.ExportedValue;
import dev.ipw.results.internal.format.ExportedValue.Place;
import dev.ipw.results.internal.format.RecordColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The formats of a run's queries as a flat table, a row for each; memory holds one row. */
@API(status = API.Status.EXPERIMENTAL)
public enum RunExport {
    /**
     * Comma-separated values by RFC 4180, with a row of names; absent values are empty. Texts that a spreadsheet would
     * take for a formula begin with an apostrophe, and hidden characters are marked: {@link #JSONL} keeps them
     * unchanged.
     */
    CSV {
        @Override
        void writeRows(RunReader run, List<ExportColumn> columns, Writer out) throws IOException {
            CsvWriter csv = CsvWriter.builder().build(out);
            csv.writeRecord(columns.stream().map(ExportColumn::name).toList());
            String[] row = new String[columns.size()];
            run.forEachQuery(query -> {
                for (int place = 0; place < row.length; place++) {
                    row[place] = CsvField.of(columns.get(place).value().apply(query));
                }
                csv.writeRecord(row);
            });
            csv.flush();
        }
    },
    /** JSON lines, an object for each query; absent values are null. */
    JSONL {
        @Override
        void writeRows(RunReader run, List<ExportColumn> columns, Writer out) throws IOException {
            run.forEachQuery(query -> {
                TreeBuilder row = TreeBuilder.object();
                columns.forEach(column -> row.put(column.name(), column.value().apply(query)));
                try {
                    out.write(row.json());
                    out.write('\n');
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
            out.flush();
        }
    };

    abstract void writeRows(RunReader run, List<ExportColumn> columns, Writer out) throws IOException;

    /**
     * Writes the queries of a run in the order in which they finished.
     *
     * @param run     the run
     * @param columns the columns to write
     * @param out     the target; flushed and not closed
     * @throws IpwException                 if it cannot be written
     * @throws dev.ipw.error.InputException if the run is damaged
     */
    public void write(RunReader run, List<ExportColumn> columns, Writer out) {
        try {
            writeRows(run, List.copyOf(columns), out);
        } catch (IOException failure) {
            throw broken(run, failure);
        } catch (UncheckedIOException failure) {
            throw broken(run, Objects.requireNonNull(failure.getCause()));
        }
    }

    private static IpwException broken(RunReader run, IOException failure) {
        return new IpwException("Cannot write the rows of " + run.directory().path() + ": "
                + AtomicFile.reasonOf(failure) + ". Make room, or " + Setting.OTHER_FILE, failure);
    }

    /**
     * A column of the flat table of a run's queries. A column of a {@link Dimension} has its name, followed by the unit
     * if the name does not include it.
     *
     * @param name   the column's name, lower case with underscores
     * @param isText true for long texts, which are written only on request
     * @param value  returns a text, a number or a truth value; null without one
     */
    public record ExportColumn(String name, boolean isText, Function<RecordedQuery, @Nullable Object> value) {
        private static final String SECONDS = "seconds";
        private static final List<ExportColumn> KNOWN = known();
        private static final Map<String, ExportColumn> BY_NAME = KNOWN.stream()
                .collect(Collectors.toMap(ExportColumn::name, Function.identity(), (one, same) -> one,
                        LinkedHashMap::new));

        /** Rejects nulls. */
        public ExportColumn {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }

        /**
         * Lists all columns.
         *
         * @return the default columns, then the long texts
         */
        public static List<ExportColumn> all() {
            return KNOWN;
        }

        /**
         * Lists the default columns.
         *
         * @return all but the long texts
         */
        public static List<ExportColumn> usual() {
            return KNOWN.stream().filter(column -> !column.isText).toList();
        }

        /**
         * Finds a column.
         *
         * @param name its name, or the name or short name of a dimension
         * @return the column
         * @throws ConfigurationException if there is none; the message names the nearest and all names
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
            List<ExportedValue<RecordedQuery>> exported = RecordColumns.toRead("model").exported();
            return Stream.of(at(Place.IDENTITY, exported), at(Place.FIGURE, exported),
                    Arrays.stream(Dimension.values()).map(ExportColumn::of), at(Place.TEXT, exported))
                    .flatMap(columns -> columns).toList();
        }

        private static Stream<ExportColumn> at(Place place, List<ExportedValue<RecordedQuery>> exported) {
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

        private static ExportColumn brief(String name, Function<RecordedQuery, @Nullable Object> value) {
            return new ExportColumn(name, false, value);
        }

        private static @Nullable Object whole(OptionalDouble value) {
            return value.isPresent() ? (Object) (long) value.getAsDouble() : null;
        }
    }
}
