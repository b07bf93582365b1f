package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes Arrow folders with the columns of the Python original's questions. */
final class QuestionFolder {
    private static final ColumnType.Struct COLUMNS = ColumnType.builder()
            .text("problem", "answer", "subject", "dataset_metadata", "anthropic_index_category").build();

    private QuestionFolder() {}

    static Path ofExamples(Path folder) {
        return of(folder, new ExampleFiles("ipw").questions().stream().map(Row::fields).toList());
    }

    static Path of(Path folder, List<? extends Map<String, @Nullable Object>> rows) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        HuggingFaceFolderWriter.write(folder, COLUMNS, rows.iterator(), HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
        return folder;
    }
}
