package dev.ipw.engine.format;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunDirectory;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Write and read the queries of a run as the dataset in its directory. */
public final class RunDataset {
    private RunDataset() {}

    public static void write(RunDirectory directory, String model, MetadataColumn metadata,
            Iterator<ProfilingRecord> records,
            Consumer<Runnable> placing) {
        RecordColumns columns = new RecordColumns(model, metadata);
        HuggingFaceFolderWriter.write(directory.path(), columns.type(), new Iterator<>() {
            @Override
            public boolean hasNext() {
                return records.hasNext();
            }

            @Override
            public Map<String, @Nullable Object> next() {
                return columns.row(records.next());
            }
        }, HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE, placing);
    }

    public static Stream<ProfilingRecord> read(RunDirectory directory, String model) {
        Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(directory.path(), Optional.empty())
                .rows();
        Records records = new Records(directory, model, rows.iterator());
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(records, Spliterator.ORDERED), false)
                .onClose(rows::close);
    }

    /** Turn rows into queries; a row that cannot be read is named, and what to do about it. */
    private static final class Records implements Iterator<ProfilingRecord> {
        private final RunDirectory directory;
        private final RecordColumns columns;
        private final Iterator<SequencedMap<String, @Nullable Object>> rows;
        private long row;

        Records(RunDirectory directory, String model, Iterator<SequencedMap<String, @Nullable Object>> rows) {
            this.directory = directory;
            columns = RecordColumns.toRead(model);
            this.rows = rows;
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
        public ProfilingRecord next() {
            String place = directory.path().toAbsolutePath() + ", row " + ++row;
            return TreeReader.of(place, rows.next()).as(columns::read);
        }
    }
}
