package dev.ipw.internal.table;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.Spliterator;
import java.util.Spliterators;
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
        Rows rows = new Rows(List.copyOf(files));
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .onClose(rows::close);
    }

    private static final class Rows implements Iterator<SequencedMap<String, @Nullable Object>>, AutoCloseable {
        private final List<Path> files;
        private int nextFile;
        private @Nullable ArrowTableReader reader;

        Rows(List<Path> files) {
            this.files = files;
        }

        @Override
        public boolean hasNext() {
            while (reader == null || !reader.rows().hasNext()) {
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
            return reader.rows().next();
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
