package dev.ipw.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of JSON Lines: one object a line without repeated keys, UTF-8 with or without byte order mark. Blank lines
 * are skipped.
 */
public final class JsonLinesRows implements RowReader {
    private static final int MAX_KEY_CHARACTERS = 100;

    private final LineReader lines;
    private final String source;

    /**
     * Starts reading; the stream is closed with this reader.
     *
     * @param stream the file
     * @param source the file's name in messages
     */
    public JsonLinesRows(InputStream stream, String source) {
        this(stream, source, RowFormat.MAX_PER_ROW);
    }

    /**
     * Starts reading lines with a given maximum length.
     *
     * @param stream      the file
     * @param source      the file's name in messages
     * @param mostPerLine the longest line
     */
    public JsonLinesRows(InputStream stream, String source, int mostPerLine) {
        lines = new LineReader(stream, mostPerLine);
        this.source = source;
    }

    @Override
    public Optional<Row> next() throws IOException {
        while (true) {
            Optional<String> line = nextLine();
            if (line.isEmpty()) {
                return Optional.empty();
            }
            if (!line.get().isBlank()) {
                return Optional.of(new Row(lines.lineNumber(), fields(line.get())));
            }
        }
    }

    private Optional<String> nextLine() throws IOException {
        try {
            return lines.next();
        } catch (CharacterCodingException notUtf8) {
            throw wrong("the text is not UTF-8; save it as UTF-8", notUtf8);
        } catch (LineReader.LineTooLongException tooLong) {
            throw wrong(tooLong.getMessage() + "; put one object on each line", tooLong);
        }
    }

    private Map<String, @Nullable Object> fields(String line) {
        JsonNode object;
        try {
            object = Json.parseUnique(line);
        } catch (JsonSyntaxException torn) {
            throw wrong(torn.repeatedKey()
                    .map(key -> "the key '" + Excerpt.of(key, MAX_KEY_CHARACTERS)
                            + "' stands twice in one object; give each value a key of its own")
                    .orElseGet(() -> "not JSON from column " + torn.column()
                            + " on; write one whole object {...} on each line"),
                    torn);
        }
        if (!object.isObject()) {
            throw new InputException(source + ", line " + lines.lineNumber()
                    + ": a JSON value that is no object; write one object {...} on each line");
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), Json.toPlain(field.getValue())));
        return fields;
    }

    private InputException wrong(String problem, Exception cause) {
        return new InputException(source + ", line " + lines.lineNumber() + ": " + problem, cause);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
