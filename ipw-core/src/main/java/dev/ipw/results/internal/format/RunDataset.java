package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.internal.thread.OrderedParallelMap;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The writer and reader of a run's queries as the dataset in its directory. */
public final class RunDataset {
    private RunDataset() {}

    public static void write(RunDirectory directory, String model, MetadataColumn metadata,
            Iterator<ProfilingRecord> records,
            Consumer<Runnable> placing) {
        RecordColumns columns = new RecordColumns(model, metadata);
        HuggingFaceFolderWriter.write(directory.path(), columns.type(), records,
                (table, record) -> columns.append(table, record),
                HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE, placing);
    }

    public static Stream<ProfilingRecord> read(RunDirectory directory, String model) {
        Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(directory.path(), Optional.empty())
                .rows();
        RecordColumns columns = RecordColumns.toRead(model);
        Iterator<ProfilingRecord> records = new OrderedParallelMap<>(new Rows(directory, rows.iterator()),
                row -> row.as(columns::read));
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(records, Spliterator.ORDERED), false)
                .onClose(rows::close);
    }

    /** Passes each query to a consumer, which reads the parts that it needs; each is valid during its call. */
    public static void forEach(RunDirectory directory, String model, Consumer<? super RecordedQuery> consumer) {
        RecordColumns columns = RecordColumns.toRead(model);
        try (Stream<SequencedMap<String, @Nullable Object>> views = HuggingFaceFolder
                .open(directory.path(), Optional.empty()).views()) {
            for (Iterator<TreeReader> rows = new Rows(directory, views.iterator()); rows.hasNext();) {
                StoredQuery query = new StoredQuery(columns, rows.next());
                consumer.accept(query);
                query.expire();
            }
        }
    }

    /**
     * Reads some queries.
     *
     * @param places their places, counted from 0, rising
     */
    public static List<ProfilingRecord> at(RunDirectory directory, String model, long... places) {
        RecordColumns columns = RecordColumns.toRead(model);
        List<ProfilingRecord> records = new ArrayList<>();
        String path = directory.path().toAbsolutePath().toString();
        long before = 0;
        for (Path file : HuggingFaceFolder.open(directory.path(), Optional.empty()).dataFiles()) {
            if (records.size() == places.length) {
                break;
            }
            try (ArrowTableReader reader = ArrowTableReader.open(file)) {
                while (records.size() < places.length) {
                    long place = places[records.size()];
                    before += reader.skip(place - before);
                    if (!reader.rows().hasNext()) {
                        break;
                    }
                    before++;
                    records.add(TreeReader.of(path, () -> path + ", row " + (place + 1), reader.rows().next())
                            .as(columns::read));
                }
            } catch (InputException damaged) {
                throw new InputException(damaged.getMessage() + ". " + ResultFiles.anew(directory), damaged);
            }
        }
        return records;
    }

    /** The rows of a dataset. An error names the row, and the remedy if the rows cannot be read. */
    private static final class Rows implements Iterator<TreeReader> {
        private final RunDirectory directory;
        private final Iterator<SequencedMap<String, @Nullable Object>> rows;
        private final String path;
        private long row;

        Rows(RunDirectory directory, Iterator<SequencedMap<String, @Nullable Object>> rows) {
            this.directory = directory;
            this.rows = rows;
            path = directory.path().toAbsolutePath().toString();
        }

        @Override
        public boolean hasNext() {
            try {
                return rows.hasNext();
            } catch (InputException damaged) {
                throw new InputException(damaged.getMessage() + ". " + ResultFiles.anew(directory), damaged);
            }
        }

        @Override
        public TreeReader next() {
            long number = ++row;
            return TreeReader.of(path, () -> path + ", row " + number, rows.next());
        }
    }
}
