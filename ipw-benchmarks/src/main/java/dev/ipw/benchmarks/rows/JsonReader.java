package dev.ipw.benchmarks.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.ipw.error.InputException;
import dev.ipw.internal.rows.RowFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor through a JSON file from value to value. Python's additions to JSON, NaN and infinite numbers, are absent
 * values; whole numbers beyond 64 bits become text.
 */
final class JsonReader implements Closeable {
    private static final int MAX_LEVELS = 200;
    /** The additional size of a value: it takes memory beside its characters. */
    private static final int CHARACTERS_PER_VALUE = 16;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(RowFormat.MAX_PER_ROW)
                    .maxNestingDepth(MAX_LEVELS).build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final JsonParser parser;
    private long left;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Starts reading.
     *
     * @param stream the file; closed with this reader
     */
    static JsonReader of(InputStream stream) throws IOException {
        try {
            return new JsonReader(FACTORY.createParser(stream));
        } catch (IOException | RuntimeException unusable) {
            stream.close();
            throw unusable;
        }
    }

    /** Moves to the next token; null at the end of the file. */
    @Nullable
    JsonToken nextOrEnd() throws IOException {
        try {
            return parser.nextToken();
        } catch (JsonProcessingException torn) {
            throw wrong(torn);
        }
    }

    /** Moves to the next token, which must exist. */
    JsonToken next() throws IOException {
        JsonToken token = nextOrEnd();
        if (token == null) {
            throw new InputException("the file ends in the middle; download or write it again");
        }
        return token;
    }

    /** Returns the name of the current field. */
    String name() throws IOException {
        return parser.currentName();
    }

    /** Moves to the end of the current value, without keeping any of it. */
    void skip() throws IOException {
        int open = depth(parser.currentToken());
        while (open > 0) {
            open += depth(next());
        }
    }

    private static int depth(JsonToken token) {
        return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }

    /**
     * Reads the current value.
     *
     * @throws InputException if it is larger than a row may be
     */
    @Nullable
    Object value() throws IOException {
        left = RowFormat.MAX_PER_ROW;
        try {
            return value(parser.currentToken());
        } catch (JsonProcessingException torn) {
            // Jackson reads the rest of a text or a number only on request.
            throw wrong(torn);
        }
    }

    private @Nullable Object value(JsonToken token) throws IOException {
        spend(CHARACTERS_PER_VALUE);
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> list();
            case VALUE_STRING -> text();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> Double.isFinite(parser.getDoubleValue()) ? parser.getDoubleValue() : null;
            default -> null;
        };
    }

    private Map<String, @Nullable Object> object() throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (next() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            spend(name.length());
            fields.put(name, value(next()));
        }
        return fields;
    }

    private List<@Nullable Object> list() throws IOException {
        List<@Nullable Object> elements = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            elements.add(value(token));
        }
        return elements;
    }

    private String text() throws IOException {
        String text = parser.getText();
        spend(text.length());
        return text;
    }

    private Object whole() throws IOException {
        Number number = parser.getNumberValue();
        return number instanceof BigInteger ? number.toString() : (Object) number.longValue();
    }

    private void spend(int characters) {
        left -= characters;
        if (left < 0) {
            throw new InputException("one row holds more than " + RowFormat.MAX_PER_ROW
                    + " characters; write a list of rows, or one object on each line");
        }
    }

    private static InputException wrong(JsonProcessingException torn) {
        JsonLocation location = torn.getLocation();
        String where = location == null
                ? ""
                : " from line " + location.getLineNr() + ", column " + location.getColumnNr() + " on";
        return torn instanceof StreamConstraintsException
                ? new InputException("larger or deeper than is read" + where + ": a text may have "
                        + RowFormat.MAX_PER_ROW + " characters, a value " + MAX_LEVELS
                        + " levels; write smaller rows", torn)
                : new InputException("not JSON" + where + "; download or write the file again", torn);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
