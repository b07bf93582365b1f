package dev.ipw.results;

import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.record.ProfilingRecord;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Write and read the queries of a run as the dataset in its directory. */
final class RunDataset {
    private RunDataset() {}

    static void write(RunDirectory directory, String model, MetadataColumn metadata, Iterator<ProfilingRecord> records,
            Consumer<Runnable> placing) {
        RecordWriter writer = new RecordWriter(metadata);
        HuggingFaceFolderWriter.write(directory.path(), RecordSchema.of(model, metadata), new Iterator<>() {
            @Override
            public boolean hasNext() {
                return records.hasNext();
            }

            @Override
            public Map<String, @Nullable Object> next() {
                return writer.row(records.next());
            }
        }, HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE, placing);
    }

    static Stream<ProfilingRecord> read(RunDirectory directory, String model) {
        RecordReader reader = new RecordReader(directory.path().toString(), model);
        return HuggingFaceFolder.open(directory.path(), Optional.empty()).rows().map(reader::record);
    }
}
