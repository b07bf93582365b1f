package dev.ipw.internal.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.table.ColumnType.Struct;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder that {@code load_from_disk} of HuggingFace datasets opens. {@link HuggingFaceFolderWriter}
 * writes such a folder.
 *
 * @param directory the folder with {@code state.json}
 * @param dataFiles its Arrow streams in the order of the rows
 */
public record HuggingFaceFolder(Path directory, List<Path> dataFiles) {
    static final String STATE = "state.json";
    static final String INFO = "dataset_info.json";
    private static final String SPLITS = "dataset_dict.json";
    private static final long MAX_JSON_BYTES = 16L << 20;
    private static final int MAX_SHOWN = 80;

    /** Copies the files. */
    public HuggingFaceFolder {
        dataFiles = List.copyOf(dataFiles);
    }

    /**
     * Opens a dataset, or one split of it.
     *
     * @param directory a folder with {@code state.json}, or with {@code dataset_dict.json} and a folder for each split
     * @param split     the split to open; empty for the only one
     * @return the folder
     * @throws ConfigurationException if there are several splits and none is named, or no split of that name
     * @throws InputException         if there is no dataset, or its JSON files are damaged
     */
    public static HuggingFaceFolder open(Path directory, Optional<String> split) {
        if (Files.isRegularFile(directory.resolve(STATE))) {
            return openSplit(directory, split);
        }
        if (!Files.isRegularFile(directory.resolve(SPLITS))) {
            throw new InputException(directory + " holds neither " + STATE + " nor " + SPLITS
                    + ". Give a folder that save_to_disk of HuggingFace datasets wrote");
        }
        Path file = directory.resolve(SPLITS);
        List<String> names = new ArrayList<>();
        readJson(file).path("splits").forEach(name -> names.add(name.asText()));
        if (names.isEmpty()) {
            throw new InputException(file + " names no splits. Save the dataset again");
        }
        String chosen = split.orElse(names.size() == 1 ? names.getFirst() : "");
        if (!names.contains(chosen)) {
            String problem = split.isEmpty() ? "has several splits" : "has no split '" + chosen + "'";
            throw new ConfigurationException(
                    directory + " " + problem + ". Name one with split=: " + String.join(", ", names));
        }
        return openFiles(inside(directory, chosen, file));
    }

    private static HuggingFaceFolder openSplit(Path directory, Optional<String> split) {
        JsonNode own = readJson(directory.resolve(STATE)).path("_split");
        if (split.isPresent() && !split.get().equals(own.textValue())) {
            throw new ConfigurationException(directory + " holds " + (own.isTextual()
                    ? "the split '" + own.textValue() + "' and no split '" + split.get() + "'"
                    : "one dataset without splits") + ". Leave split= out");
        }
        return openFiles(directory);
    }

    private static HuggingFaceFolder openFiles(Path directory) {
        Path state = directory.resolve(STATE);
        List<Path> files = new ArrayList<>();
        for (JsonNode file : readJson(state).path("_data_files")) {
            files.add(inside(directory, file.path("filename").asText(), state));
        }
        if (files.isEmpty()) {
            throw new InputException(state + " names no data files. Save the dataset again");
        }
        return new HuggingFaceFolder(directory, files);
    }

    /**
     * Returns the files that describe a dataset.
     *
     * @param directory its folder
     * @return {@code state.json} and {@code dataset_info.json}
     */
    public static List<Path> descriptions(Path directory) {
        return List.of(directory.resolve(STATE), directory.resolve(INFO));
    }

    /**
     * Returns the types of the columns.
     *
     * @return the columns of the first data file
     * @throws InputException if it cannot be read
     */
    public Struct schema() {
        try (ArrowTableReader reader = ArrowTableReader.open(dataFiles.getFirst())) {
            return reader.schema();
        }
    }

    /**
     * Reads the rows of all data files one after the other. Close the stream after use.
     *
     * @return the rows, as {@link ArrowRows#of} gives them
     */
    public Stream<SequencedMap<String, @Nullable Object>> rows() {
        return ArrowRows.of(dataFiles);
    }

    /**
     * Reads the rows of all data files one after the other, decoding only the values that are asked for. Close the stream
     * after use.
     *
     * @return the rows, as {@link ArrowRows#views} gives them
     */
    public Stream<SequencedMap<String, @Nullable Object>> views() {
        return ArrowRows.views(dataFiles);
    }

    private static JsonNode readJson(Path file) {
        try {
            return Json.parse(BoundedFile.read(file, MAX_JSON_BYTES));
        } catch (JsonSyntaxException notJson) {
            throw new InputException(file + " is " + notJson.getMessage() + ". Save the dataset again", notJson);
        }
    }

    private static Path inside(Path directory, String name, Path source) {
        Path path = resolved(directory, name, source);
        if (name.isEmpty() || !path.startsWith(directory.normalize()) || path.equals(directory.normalize())) {
            throw notBeside(source, name);
        }
        return path;
    }

    private static Path resolved(Path directory, String name, Path source) {
        try {
            return directory.resolve(name).normalize();
        } catch (InvalidPathException noName) {
            throw notBeside(source, name);
        }
    }

    private static InputException notBeside(Path source, String name) {
        return new InputException(
                source + " names '" + Excerpt.of(name, MAX_SHOWN) + "', which is not a file or folder beside it");
    }
}
