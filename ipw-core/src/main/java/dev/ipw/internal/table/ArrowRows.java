package dev.ipw.internal.table;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The rows of several tables one after the other; one file is open at a time. */
public final class ArrowRows {
    private ArrowRows() {}

    /**
     * Reads the rows of some files. Close the stream after use.
     *
     * @param files the tables, each complete, in order
     * @return the rows, in the form of {@link ArrowTableReader#rows()}; reading them throws
     *         {@link dev.ipw.error.InputException} if a file is missing or damaged
     */
    public static Stream<SequencedMap<String, @Nullable Object>> of(List<Path> files) {
        return of(new Rows(List.copyOf(files), ArrowTableReader::rows));
    }

    /**
     * Reads the rows of some files, decoding only the values that are asked for. Close the stream after use.
     *
     * @param files the tables, each complete, in order
     * @return the rows, in the form of {@link ArrowTableReader#views()}: each is valid until the next one is asked for
     */
    public static Stream<SequencedMap<String, @Nullable Object>> views(List<Path> files) {
        return of(new Rows(List.copyOf(files), ArrowTableReader::views));
    }

    private static Stream<SequencedMap<String, @Nullable Object>> of(Rows rows) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .onClose(rows::close);
    }

    private static final class Rows implements Iterator<SequencedMap<String, @Nullable Object>>, AutoCloseable {
        private final List<Path> files;
        private final Function<ArrowTableReader, Iterator<SequencedMap<String, @Nullable Object>>> form;
        private int nextFile;
        private @Nullable ArrowTableReader reader;

        Rows(List<Path> files,
                Function<ArrowTableReader, Iterator<SequencedMap<String, @Nullable Object>>> form) {
            this.files = files;
            this.form = form;
        }

        @Override
        public boolean hasNext() {
            while (reader == null || !form.apply(reader).hasNext()) {
                close();
                if (nextFile == files.size()) {
                    return false;
                }
                reader = ArrowTableReader.open(files.get(nextFile++));
            }
            return true;
        }

        @Override
        public SequencedMap<String, @Nullable Object> next() {
            if (!hasNext() || reader == null) {
                throw new NoSuchElementException();
            }
            return form.apply(reader).next();
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
                reader = null;
            }
        }
    }
}
