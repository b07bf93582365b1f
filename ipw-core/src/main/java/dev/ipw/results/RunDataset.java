package dev.ipw.results;

import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.record.ProfilingRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Write and read the queries of a run as the dataset in its directory. */
final class RunDataset {
    private RunDataset() {}

    static void write(RunDirectory directory, String model, List<ProfilingRecord> records) {
        MetadataColumn metadata = MetadataColumn.of(records.stream().map(ProfilingRecord::question).toList());
        RecordWriter writer = new RecordWriter(metadata);
        HuggingFaceFolderWriter.write(directory.path(), RecordSchema.of(model, metadata),
                records.stream().map(writer::row).iterator(), HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
    }

    static Stream<ProfilingRecord> read(RunDirectory directory, String model) {
        RecordReader reader = new RecordReader(directory.path().toString(), model);
        return HuggingFaceFolder.open(directory.path(), Optional.empty()).rows().map(reader::record);
    }
}
