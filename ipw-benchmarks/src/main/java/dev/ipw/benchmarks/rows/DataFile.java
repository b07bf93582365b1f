package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import dev.ipw.internal.rows.CsvRows;
import dev.ipw.internal.rows.JsonLinesRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A reader of the rows of a data file one after the other, in any of the formats of dataset repositories. Memory holds
 * some rows, never the file.
 */
public final class DataFile {
    /** The maximum size of a line: benchmarks of programs keep all tests of a question on its line. */
    private static final int MAX_PER_LINE = 256 << 20;

    private DataFile() {}

    /**
     * Returns whether a file can have rows, by its name.
     *
     * @param name the file's name, or its path
     * @return true for {@code .parquet}, {@code .arrow}, {@code .jsonl}, {@code .ndjson}, {@code .json}, {@code .csv}
     *         and {@code .tsv}; the text formats may be compressed, with {@code .gz} or {@code .zst} at the end
     */
    public static boolean isData(String name) {
        return DataFormat.of(name).isPresent();
    }

    /**
     * Reads all columns.
     *
     * @param file the path of the file
     * @param name the name of the file in messages; its suffix determines the format
     * @return the rows, to be closed; reading them throws {@link InputException} if the file is torn or wrong
     * @throws InputException if the suffix is not one of a data file
     */
    public static Stream<Row> rows(Path file, String name) {
        return rows(file, name, Set.of());
    }

    /**
     * Reads some columns. Formats that cannot skip columns return all of them, and so does a file that has none of
     * these columns.
     *
     * @param file    the path of the file
     * @param name    the name of the file in messages; its suffix determines the format
     * @param columns the columns; all if empty
     * @return the rows, to be closed; reading them throws {@link InputException} if the file is torn or wrong
     * @throws InputException if the suffix is not one of a data file
     */
    public static Stream<Row> rows(Path file, String name, Set<String> columns) {
        DataFormat format = DataFormat.of(name).orElseThrow(() -> new InputException(name + " has no suffix of a data "
                + "file; give .parquet, .jsonl, .ndjson, .json, .csv, .tsv or .arrow, the text formats also with .gz "
                + "or .zst behind"));
        Set<String> wanted = Set.copyOf(columns);
        return streamed(new LazyRows(name, () -> open(file, name, format, wanted)));
    }

    /**
     * Reads JSON lines with texts that are too large for memory.
     *
     * @param file  the path of the file
     * @param name  the name of the file in messages; its suffix determines the format
     * @param large the texts that go to files; a row has a {@link LargeText} in their place
     * @return the rows, to be closed; reading them throws {@link InputException} if the file is torn or wrong
     * @throws InputException if the suffix is not one of JSON lines
     */
    public static Stream<Row> lines(Path file, String name, LargeTexts large) {
        DataFormat format = DataFormat.of(name).filter(known -> known.kind() == DataFormat.Kind.JSON_LINES
                || known.kind() == DataFormat.Kind.NEWLINE_JSON)
                .orElseThrow(() -> new InputException(name + " is no file of JSON lines; give .jsonl or .ndjson"));
        return streamed(new LazyRows(name, () -> {
            LargeTextStream stream = new LargeTextStream(format.open(file), large);
            return new LargeTextRows(new TextRows(new JsonLinesRows(stream, name, MAX_PER_LINE)), stream);
        }));
    }

    private static Stream<Row> streamed(LazyRows rows) {
        return StreamSupport
                .stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(rows::close);
    }

    private static RowSource open(Path file, String name, DataFormat format, Set<String> columns) throws IOException {
        return switch (format.kind()) {
            case PARQUET -> ParquetRows.open(file, name, columns);
            case ARROW -> ArrowFileRows.open(file, name);
            case JSON -> JsonRows.open(() -> format.open(file));
            case JSON_LINES, NEWLINE_JSON -> new TextRows(new JsonLinesRows(format.open(file), name, MAX_PER_LINE));
            case CSV -> separated(format.open(file), name, ',');
            case TSV -> separated(format.open(file), name, '\t');
        };
    }

    private static RowSource separated(InputStream stream, String name, char separator) throws IOException {
        try {
            return new TextRows(new CsvRows(stream, name, List.of(), separator));
        } catch (IOException | RuntimeException unusable) {
            stream.close();
            throw unusable;
        }
    }
}
