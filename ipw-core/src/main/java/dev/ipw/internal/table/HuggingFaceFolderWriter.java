package dev.ipw.internal.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The writer of a table as a folder that {@code load_from_disk} of HuggingFace datasets opens: data files in Arrow's
 * stream format, {@code state.json} and {@code dataset_info.json}. Column types are in the data files alone, because
 * the versions of that library differ in how they read features in JSON.
 *
 * <p>The folder may contain other files. All is written to a hidden folder in it first and moved into place at the end,
 * the data files before {@code state.json}, so that a reader finds the older dataset, none, or the new one. An
 * interrupt of the calling thread does not break the writing.
 */
public final class HuggingFaceFolderWriter {
    /** The size at which HuggingFace datasets starts a new data file. */
    public static final long DEFAULT_BYTES_PER_FILE = 500_000_000;
    private static final int FINGERPRINT_DIGITS = 16;
    private static final String UNFINISHED = ".unfinished-dataset-";

    private HuggingFaceFolderWriter() {}

    /**
     * Writes a dataset, or replaces an existing one. The same rows give the same bytes in every file.
     *
     * @param directory    the folder; it must exist
     * @param schema       the columns
     * @param rows         the rows, in the form that {@link ArrowTableWriter#append} takes; there may be none
     * @param bytesPerFile a data file whose batches have reached this size is followed by another; at least 1
     * @throws IllegalArgumentException if a row does not fit the schema; the older dataset is then kept
     * @throws InputException           if a file cannot be written; as long as no file was moved into place, the older
     *                                  dataset is kept
     */
    public static void write(Path directory, Struct schema,
            Iterator<? extends Map<String, ? extends @Nullable Object>> rows, long bytesPerFile) {
        write(directory, schema, rows, ArrowTableWriter::append, bytesPerFile, Runnable::run);
    }

    /**
     * Writes a dataset as {@link #write(Path, Struct, Iterator, long)} does, and lets the caller decide when it is put
     * in place, together with other files.
     *
     * @param directory    the folder; it must exist
     * @param schema       the columns
     * @param rows         the rows
     * @param append       appends a row to a table
     * @param bytesPerFile the size of a data file
     * @param placing      called once all rows are on the disk, with the action that puts them in place; if the action
     *                     is not run, the older dataset is kept
     * @param <S>          the type of a row
     * @throws IllegalArgumentException if a row does not fit the schema
     * @throws InputException           if a file cannot be written
     */
    public static <S> void write(Path directory, Struct schema,
            Iterator<S> rows, BiConsumer<ArrowTableWriter, S> append, long bytesPerFile,
            Consumer<Runnable> placing) {
        if (bytesPerFile < 1) {
            throw new IllegalArgumentException("bytesPerFile must be at least 1, not " + bytesPerFile);
        }
        Path unfinished = directory.resolve(UNFINISHED + UUID.randomUUID());
        try {
            removeUnfinished(directory);
            Files.createDirectory(unfinished);
            try {
                List<Path> parts = writeParts(unfinished, schema, rows, append, bytesPerFile);
                String fingerprint = fingerprintOf(parts);
                placing.accept(() -> place(directory, parts, fingerprint));
            } finally {
                removeUnfinished(directory);
            }
        } catch (IOException failure) {
            throw cannotWrite(directory, failure);
        }
    }

    private static void place(Path directory, List<Path> parts, String fingerprint) {
        try {
            putInPlace(directory, parts, fingerprint);
        } catch (IOException failure) {
            throw cannotWrite(directory, failure);
        }
    }

    private static InputException cannotWrite(Path directory, IOException failure) {
        return new InputException("Cannot write the dataset in " + directory + ": " + AtomicFile.reasonOf(failure)
                + ". Free some space or check the permissions of the folder, then try again", failure);
    }

    private static <S> List<Path> writeParts(Path unfinished, Struct schema,
            Iterator<S> rows, BiConsumer<ArrowTableWriter, S> append, long bytesPerFile) {
        List<Path> parts = new ArrayList<>();
        do {
            Path part = unfinished.resolve("part-" + parts.size() + ".arrow");
            parts.add(part);
            try (ArrowTableWriter writer = ArrowTableWriter.create(part, schema, Map.of())) {
                long schemaBytes = writer.writtenBytes();
                while (rows.hasNext() && writer.writtenBytes() - schemaBytes < bytesPerFile) {
                    append.accept(writer, rows.next());
                }
            }
        } while (rows.hasNext());
        return parts;
    }

    private static void putInPlace(Path directory, List<Path> parts, String fingerprint) throws IOException {
        List<String> names = new ArrayList<>();
        for (int index = 0; index < parts.size(); index++) {
            names.add(String.format(Locale.ROOT, "data-%05d-of-%05d.arrow", index, parts.size()));
        }
        Path state = directory.resolve(HuggingFaceFolder.STATE);
        if (names.size() > 1 && names.stream().anyMatch(name -> Files.exists(directory.resolve(name)))) {
            // Between the first move and the last, the older state would name files of both datasets.
            Files.deleteIfExists(state);
            AtomicFile.syncDirectory(directory);
        }
        for (int index = 0; index < parts.size(); index++) {
            Path file = directory.resolve(names.get(index));
            AtomicFile.replace(TableChecksums.fileOf(parts.get(index)), TableChecksums.fileOf(file));
            AtomicFile.replace(parts.get(index), file);
        }
        AtomicFile.write(directory.resolve(HuggingFaceFolder.INFO), json(Json.object()));
        AtomicFile.write(state, json(stateOf(names, fingerprint)));
        removeOtherDataFiles(directory, Set.copyOf(names));
    }

    /** Returns the state. That library requires all seven keys. */
    private static JsonNode stateOf(List<String> names, String fingerprint) {
        ObjectNode state = Json.object();
        ArrayNode files = state.putArray("_data_files");
        names.forEach(name -> files.addObject().put("filename", name));
        state.put("_fingerprint", fingerprint);
        state.putNull("_format_columns");
        state.putObject("_format_kwargs");
        state.putNull("_format_type");
        state.put("_output_all_columns", false);
        state.putNull("_split");
        return state;
    }

    private static byte[] json(JsonNode node) {
        return Json.pretty(node).getBytes(StandardCharsets.UTF_8);
    }

    private static String fingerprintOf(List<Path> parts) throws IOException {
        Sha256 digest = new Sha256();
        for (Path part : parts) {
            digest.add(Files.newInputStream(part));
        }
        return digest.hex().substring(0, FINGERPRINT_DIGITS);
    }

    private static void removeOtherDataFiles(Path directory, Set<String> kept) throws IOException {
        Set<Path> others = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "data-*-of-*.arrow")) {
            files.forEach(file -> {
                if (!kept.contains(String.valueOf(file.getFileName()))) {
                    others.add(file);
                    others.add(TableChecksums.fileOf(file));
                }
            });
        }
        for (Path other : others) {
            Files.deleteIfExists(other);
        }
    }

    /** Removes the unfinished files of this call, and of a killed one before it. */
    private static void removeUnfinished(Path directory) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, UNFINISHED + "*")) {
            for (Path folder : folders) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                    for (Path file : files) {
                        Files.deleteIfExists(file);
                    }
                }
                Files.deleteIfExists(folder);
            }
        }
    }
}
