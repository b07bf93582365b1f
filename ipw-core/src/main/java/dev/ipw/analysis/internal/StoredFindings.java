package dev.ipw.analysis.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.internal.json.Json;
import dev.ipw.run.RunDirectory;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parts of the result of an analysis that a run keeps in its folder: a whole result may list every query. */
public final class StoredFindings {
    private StoredFindings() {}

    /**
     * Reads parts of the result of an analysis.
     *
     * @param run      the run
     * @param analysis the id of the analysis
     * @param parts    the parts by their names, such as {@code summary} and {@code warnings}
     * @return those parts of its file; empty if there is no file, it is older than the run's results, or it lacks one of
     *         them
     */
    public static Optional<Map<String, @Nullable Object>> of(RunDirectory run, String analysis, List<String> parts) {
        Path file = run.analysis().resolve(analysis + ".json");
        try {
            if (!Files.isRegularFile(file) || Files.getLastModifiedTime(file)
                    .compareTo(Files.getLastModifiedTime(run.summary())) < 0) {
                return Optional.empty();
            }
            try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
                    JsonParser json = Json.tokens(bytes)) {
                Map<String, @Nullable Object> found = read(json, parts);
                return found.size() == parts.size() ? Optional.of(found) : Optional.empty();
            }
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Map<String, @Nullable Object> read(JsonParser json, List<String> parts)
            throws IOException {
        Map<String, @Nullable Object> found = new LinkedHashMap<>();
        if (json.nextToken() == JsonToken.START_OBJECT) {
            while (found.size() < parts.size() && json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (parts.contains(name)) {
                    found.put(name, value(json));
                } else {
                    json.skipChildren();
                }
            }
        }
        return found;
    }

    /** Reads the value at whose first token the parser is. */
    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    object.put(name, value(json));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> json.getText();
            default -> null;
        };
    }
}
