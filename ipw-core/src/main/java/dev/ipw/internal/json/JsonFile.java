package dev.ipw.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON file, which may be larger than the memory, with access to its parts. Every value is found by reading the file
 * again, from its start or from the start of a part. Python's extensions of JSON, NaN and infinite numbers, are absent.
 *
 * @param file      the file
 * @param startByte the start of the value to read: 0 for the whole file
 */
public record JsonFile(Path file, long startByte) {
    private static final int MAX_CHARACTERS = 64 << 20;
    private static final int MAX_LEVELS = 200;
    private static final int MAX_VALUES = 4 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(MAX_CHARACTERS)
                    .maxNestingDepth(MAX_LEVELS).build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /**
     * Opens a whole file.
     *
     * @param file the file
     */
    public JsonFile(Path file) {
        this(file, 0);
    }

    /**
     * Finds the objects of a list in one pass, so that each can be read without reading those before it.
     *
     * @param most the maximum number
     * @param path names of fields, and places in lists from 0
     * @return each as a file of its own; an empty list if there is no such list
     * @throws InputException if the file cannot be read, is not JSON up to the list's end, or not in UTF-8; or if the
     *                        list holds anything but objects, or too many
     */
    public List<JsonFile> parts(int most, Object... path) {
        List<JsonFile> parts = new ArrayList<>();
        try (JsonParser parser = open()) {
            if (!find(parser, path) || parser.currentToken() != JsonToken.START_ARRAY) {
                return parts;
            }
            while (next(parser) != JsonToken.END_ARRAY) {
                long inside = parser.currentTokenLocation().getByteOffset();
                if (parser.currentToken() != JsonToken.START_OBJECT || inside < 0 || parts.size() == most) {
                    throw new InputException(file.toAbsolutePath() + ": " + path[path.length - 1]
                            + " must be a list of at most " + most + " objects, in UTF-8, but is not at ["
                            + parts.size() + "]. Check that it is the right file");
                }
                parts.add(new JsonFile(file, startByte + inside));
                parser.skipChildren();
            }
            return parts;
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    /**
     * Reads the fields of an object that are neither objects nor lists.
     *
     * @param path names of fields, and places in lists from 0
     * @return texts, numbers and truth values by name; empty if there is no such object
     * @throws InputException if the file cannot be read, or is not JSON up to the end of the object
     */
    public Map<String, Object> scalars(Object... path) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        try (JsonParser parser = open()) {
            if (find(parser, path) && parser.currentToken() == JsonToken.START_OBJECT) {
                while (next(parser) == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    if (next(parser).isScalarValue()) {
                        Object value = scalar(parser);
                        if (value != null) {
                            scalars.put(name, value);
                        }
                    } else {
                        parser.skipChildren();
                    }
                }
            }
            return scalars;
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    /**
     * Returns whether there is a value.
     *
     * @param path names of fields, and places in lists from 0
     * @return false if there is none
     * @throws InputException if the file cannot be read, or is not JSON up to the value
     */
    public boolean holds(Object... path) {
        try (JsonParser parser = open()) {
            return find(parser, path);
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    /**
     * Returns whether the file contains one value and nothing after it.
     *
     * @return false if there is more
     * @throws InputException if the file cannot be read, or its first value is not JSON
     */
    public boolean isOneValue() {
        try (JsonParser parser = open()) {
            next(parser);
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    /**
     * Reads one value.
     *
     * @param path names of fields, and places in lists from 0
     * @return a map, list, text, number or truth value; empty if it is missing, or null
     * @throws InputException if the file cannot be read, or is not JSON up to the value's end
     */
    public Optional<Object> value(Object... path) {
        try (JsonParser parser = open()) {
            return find(parser, path) ? Optional.ofNullable(whole(parser)) : Optional.empty();
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    /**
     * Reads a list one element after the other.
     *
     * @param path names of fields, and places in lists from 0
     * @return its elements, to be closed; empty if there is no such list
     * @throws InputException if the file cannot be read, or is not JSON up to the list
     */
    public Optional<Elements> elements(Object... path) {
        try {
            JsonParser parser = open();
            try {
                if (find(parser, path) && parser.currentToken() == JsonToken.START_ARRAY) {
                    return Optional.of(new Elements(parser));
                }
            } catch (IOException | RuntimeException failure) {
                parser.close();
                throw failure;
            }
            parser.close();
            return Optional.empty();
        } catch (IOException failure) {
            throw damaged(failure);
        }
    }

    private JsonParser open() throws IOException {
        if (Files.isDirectory(file)) {
            throw new InputException(file + " is a folder, not a JSON file. Give the path of a file in it");
        }
        FileInputStream bytes = new FileInputStream(file.toFile());
        try {
            bytes.skipNBytes(startByte);
            return FACTORY.createParser(bytes);
        } catch (IOException failure) {
            bytes.close();
            throw failure;
        }
    }

    /** Moves to a value. */
    private boolean find(JsonParser parser, Object... path) throws IOException {
        next(parser);
        for (Object step : path) {
            boolean there = step instanceof Integer place ? toElement(parser, place) : toField(parser, step.toString());
            if (!there) {
                return false;
            }
        }
        return true;
    }

    private static boolean toField(JsonParser parser, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (next(parser) == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals(name);
            next(parser);
            if (wanted) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static boolean toElement(JsonParser parser, int place) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        for (int element = 0; next(parser) != JsonToken.END_ARRAY; element++) {
            if (element == place) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static JsonToken next(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new IOException("it ends in the middle");
        }
        return token;
    }

    private static @Nullable Object whole(JsonParser parser) throws IOException {
        return whole(parser, new int[]{MAX_VALUES});
    }

    private static @Nullable Object whole(JsonParser parser, int[] left) throws IOException {
        if (left[0]-- == 0) {
            throw new IOException("one part of it holds more than " + MAX_VALUES + " values");
        }
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            while (next(parser) == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                next(parser);
                map.put(name, whole(parser, left));
            }
            return map;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<@Nullable Object> list = new ArrayList<>();
            while (next(parser) != JsonToken.END_ARRAY) {
                list.add(whole(parser, left));
            }
            return list;
        }
        return scalar(parser);
    }

    private static @Nullable Object scalar(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> whole(parser.getNumberValue());
            case VALUE_NUMBER_FLOAT -> Double.isFinite(parser.getDoubleValue()) ? parser.getDoubleValue() : null;
            default -> null;
        };
    }

    private static Number whole(Number number) {
        return number instanceof BigInteger ? number : number.longValue();
    }

    private InputException damaged(IOException failure) {
        if (!Files.exists(file)) {
            return new InputException("There is no file " + file.toAbsolutePath() + ". Check the path", failure);
        }
        if (!(failure instanceof JsonProcessingException notJson)) {
            return new InputException("Cannot read " + file.toAbsolutePath() + " as JSON: "
                    + AtomicFile.reasonOf(failure) + ". Copy or write it again", failure);
        }
        JsonLocation location = notJson.getLocation();
        String place = location == null ? "" : ", " + place(location);
        return new InputException(file.toAbsolutePath() + place + ": not JSON: " + JsonReason.of(notJson)
                + ". Copy or write it again", failure);
    }

    private String place(JsonLocation location) {
        return startByte == 0
                ? "line " + location.getLineNr() + ", column " + location.getColumnNr()
                : "byte " + (startByte + location.getByteOffset());
    }

    /** The elements of a list, one after the other. For one thread at a time. */
    public final class Elements implements Closeable {
        private final JsonParser parser;
        private boolean ended;

        private Elements(JsonParser parser) {
            this.parser = parser;
        }

        /**
         * Returns whether there is a further element, and moves to it.
         *
         * @return false after the last
         * @throws InputException if the file is not JSON here, or ends
         */
        public boolean next() {
            try {
                ended = ended || JsonFile.next(parser) == JsonToken.END_ARRAY;
                return !ended;
            } catch (IOException failure) {
                throw damaged(failure);
            }
        }

        /**
         * Reads the element. May be called once for each.
         *
         * @return a map, list, text, number or truth value; null if it is null, or no finite number
         * @throws InputException if the file is not JSON here, or ends
         */
        public @Nullable Object value() {
            try {
                return whole(parser);
            } catch (IOException failure) {
                throw damaged(failure);
            }
        }

        @Override
        public void close() {
            try {
                parser.close();
            } catch (IOException stays) {
                throw damaged(stays);
            }
        }
    }
}
