package dev.ipw.dataset;

import dev.ipw.error.InputException;
import dev.ipw.internal.rows.RowFormat;
import dev.ipw.internal.rows.RowReader;
import dev.ipw.internal.thread.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The records of one text file or resource, read again on each pass and never as a whole.
 *
 * @param id               the dataset's id
 * @param displayName      the dataset's short name
 * @param defaultEvaluator the evaluator of records that name none
 * @param source           the file
 * @param format           the format of its rows
 */
record RowsDataset(String id, String displayName, String defaultEvaluator, Source source,
        RowFormat format) implements Dataset {

    /** A source of a file's or resource's bytes. */
    interface Source {
        /**
         * Opens it at its start.
         *
         * @throws InputException if it does not exist
         * @throws IOException    if it cannot be opened
         */
        InputStream open() throws IOException;
    }

    @Override
    public Stream<DatasetRecord> records() {
        try {
            RowReader reader = format.open(source.open(), id);
            return StreamSupport
                    .stream(new RecordSpliterator(reader, new RowMapper(id, "line", defaultEvaluator)), false)
                    .onClose(() -> close(reader));
        } catch (IOException failed) {
            throw unreadable(failed);
        }
    }

    private static void close(RowReader reader) {
        try {
            reader.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private InputException unreadable(IOException failed) {
        if (failed instanceof CharacterCodingException) {
            return new InputException(id + ": the text is not UTF-8; save it as UTF-8", failed);
        }
        return new InputException(id + " cannot be read: " + failed.getMessage(), failed);
    }

    /** A source of rows, one by one; a pass cannot be split. */
    private final class RecordSpliterator extends Spliterators.AbstractSpliterator<DatasetRecord> {
        private final RowReader reader;
        private final RowMapper mapper;

        RecordSpliterator(RowReader reader, RowMapper mapper) {
            super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
            this.reader = reader;
            this.mapper = mapper;
        }

        @Override
        public boolean tryAdvance(Consumer<? super DatasetRecord> action) {
            Cancellation.check();
            try {
                Optional<RowReader.Row> next = reader.next();
                next.ifPresent(row -> action.accept(mapper.map(row.line(), row.fields())));
                return next.isPresent();
            } catch (IOException failed) {
                throw unreadable(failed);
            }
        }
    }

    @Override
    public String toString() {
        return "dataset " + id;
    }
}
