package dev.ipw.internal.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Write a table and read it back in a JVM of its own; {@link TableConsumerTests} starts it. */
final class TableConsumer {
    private TableConsumer() {}

    /**
     * Write, read and print.
     *
     * @param arguments the folder for the dataset
     */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        ColumnType.Struct schema = ColumnType.builder().text("problem").list("marks", ColumnType.Leaf.REAL).build();
        HuggingFaceFolderWriter.write(folder, schema,
                List.of(Map.of("problem", "2+2=", "marks", List.of(0.5, 1.5)), Map.of("problem", "3+3=")).iterator(),
                HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
        try (Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(folder, Optional.empty())
                .rows()) {
            String module = Optional.ofNullable(TableConsumer.class.getModule().getName()).orElse("class path");
            System.out.println(module + " " + rows.toList() + " " + Files.exists(folder.resolve("state.json")));
        }
    }
}
