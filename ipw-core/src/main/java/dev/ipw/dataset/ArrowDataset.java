package dev.ipw.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.table.ArrowRows;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of Arrow streams, read again on each pass and never as a whole. Class labels, which HuggingFace datasets
 * stores as numbers, become their names.
 *
 * @param id               the dataset's id
 * @param displayName      the dataset's short name
 * @param defaultEvaluator the evaluator of records that name none
 * @param files            the streams in the order of their rows
 * @param labels           the names of class labels by column
 */
record ArrowDataset(String id, String displayName, String defaultEvaluator, List<Path> files,
        Map<String, List<String>> labels) implements Dataset {

    /**
     * Opens a folder that {@code save_to_disk} of HuggingFace datasets wrote.
     *
     * @param folder      the folder
     * @param displayName the dataset's short name
     * @param parameters  may contain {@code evaluator}, and {@code split} if there are several
     * @throws dev.ipw.error.ConfigurationException if there are several splits and none is named, or no such split
     * @throws dev.ipw.error.InputException         if there is no such dataset, or its first file cannot be read
     */
    static ArrowDataset ofFolder(Path folder, String displayName, Parameters parameters) {
        List<Path> files = HuggingFaceFolder.open(folder, parameters.text("split")).dataFiles();
        return of(folder.toString(), displayName, files, parameters);
    }

    /**
     * Opens a single stream.
     *
     * @param file        the file
     * @param displayName the dataset's short name
     * @param parameters  may hold {@code evaluator}
     * @throws dev.ipw.error.InputException if it cannot be read
     */
    static ArrowDataset ofFile(Path file, String displayName, Parameters parameters) {
        return of(file.toString(), displayName, List.of(file), parameters);
    }

    private static ArrowDataset of(String id, String displayName, List<Path> files, Parameters parameters) {
        try (ArrowTableReader first = ArrowTableReader.open(files.getFirst())) {
            return new ArrowDataset(id, displayName, parameters.text("evaluator").orElse("exact"), files,
                    labelsOf(first.metadata().getOrDefault("huggingface", "{}")));
        }
    }

    private static Map<String, List<String>> labelsOf(String description) {
        Map<String, List<String>> labels = new HashMap<>();
        try {
            JsonNode features = Json.parse(description).path("info").path("features");
            features.properties().stream()
                    .filter(feature -> feature.getValue().path("_type").asText().equals("ClassLabel"))
                    .forEach(feature -> {
                        List<String> names = new ArrayList<>();
                        feature.getValue().path("names").forEach(name -> names.add(name.asText()));
                        labels.put(feature.getKey(), names);
                    });
        } catch (JsonSyntaxException notDescribed) {
            return Map.of();
        }
        return labels;
    }

    @Override
    public Stream<DatasetRecord> records() {
        RowMapper mapper = new RowMapper(id, "row", defaultEvaluator);
        AtomicLong position = new AtomicLong();
        return ArrowRows.of(files).map(row -> mapper.map(position.incrementAndGet(), named(row)));
    }

    private SequencedMap<String, @Nullable Object> named(SequencedMap<String, @Nullable Object> row) {
        if (labels.isEmpty()) {
            return row;
        }
        SequencedMap<String, @Nullable Object> named = new LinkedHashMap<>(row);
        labels.forEach((column, names) -> {
            // A missing label is stored as -1.
            if (row.get(column) instanceof Long number) {
                named.put(column, number >= 0 && number < names.size() ? names.get(number.intValue()) : null);
            }
        });
        return named;
    }

    @Override
    public String toString() {
        return "dataset " + id();
    }
}
