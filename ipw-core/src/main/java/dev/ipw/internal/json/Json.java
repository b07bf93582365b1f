package dev.ipw.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.io.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The reader and writer of JSON. Reading is strict and bounded: one whole value, nothing after it, at most 64 MiB and
 * 200 levels. Objects keep the order in which their fields were put.
 */
public final class Json {
    private static final int MAX_CHARACTERS = 64 << 20;
    private static final int MAX_LEVELS = 200;

    private static final JsonMapper MAPPER = JsonMapper
            .builder(
                    JsonFactory.builder()
                            .streamReadConstraints(
                                    StreamReadConstraints.builder().maxDocumentLength(MAX_CHARACTERS)
                                            .maxStringLength(MAX_CHARACTERS).maxNestingDepth(MAX_LEVELS).build())
                            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final ObjectWriter PRETTY = MAPPER.writer(
            new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private static final ObjectReader UNIQUE = MAPPER.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    private static final ObjectReader TOLERANT = MAPPER.reader().with(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS);

    /** A repeated field would count by its last value, which a quoted source may have planted. */
    private static final ObjectReader OF_MODELS = MAPPER.reader().with(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    private Json() {}

    /**
     * Reads one JSON value.
     *
     * @param text the value and nothing else but white space
     * @return the value
     * @throws JsonSyntaxException if it is not one JSON value
     */
    public static JsonNode parse(String text) throws JsonSyntaxException {
        return read(() -> MAPPER.createParser(text));
    }

    /**
     * Reads one JSON value whose objects have each key once. Of two equal keys the last would win silently.
     *
     * @param text the value and nothing else but white space
     * @return the value
     * @throws JsonSyntaxException if it is not one JSON value, or an object has a key twice
     */
    public static JsonNode parseUnique(String text) throws JsonSyntaxException {
        return read(() -> UNIQUE.createParser(text));
    }

    /**
     * Reads one JSON value.
     *
     * @param utf8 the value in UTF-8 and nothing else but white space
     * @return the value
     * @throws JsonSyntaxException if it is not one JSON value
     */
    public static JsonNode parse(byte[] utf8) throws JsonSyntaxException {
        return parse(utf8, 0, utf8.length);
    }

    /**
     * Reads one JSON value from a part of a buffer, which is not kept.
     *
     * @param utf8   holds the value in UTF-8
     * @param offset its start
     * @param length its number of bytes
     * @return the value
     * @throws JsonSyntaxException if it is not one JSON value
     */
    public static JsonNode parse(byte[] utf8, int offset, int length) throws JsonSyntaxException {
        return read(() -> MAPPER.createParser(utf8, offset, length));
    }

    /**
     * Reads one JSON value in the form of Python programs: NaN and infinite numbers, which JSON does not have, are
     * null.
     *
     * @param utf8 the value in UTF-8 and nothing else but white space
     * @return the value
     * @throws JsonSyntaxException if it is not one value
     */
    public static JsonNode parseTolerant(byte[] utf8) throws JsonSyntaxException {
        return parseTolerant(utf8, 0, utf8.length);
    }

    /**
     * Reads one JSON value, as {@link #parseTolerant(byte[])} does, from a part of a buffer, which is not kept.
     *
     * @param utf8   holds the value in UTF-8
     * @param offset its start
     * @param length its number of bytes
     * @return the value
     * @throws JsonSyntaxException if it is not one value
     */
    public static JsonNode parseTolerant(byte[] utf8, int offset, int length) throws JsonSyntaxException {
        try {
            return parse(utf8, offset, length);
        } catch (JsonSyntaxException strict) {
            return withoutNonFinite(read(() -> TOLERANT.createParser(utf8, offset, length)));
        }
    }

    /**
     * Reads one JSON value in the form of models: comments are skipped, and an object with a repeated field is refused.
     *
     * @param text the value and nothing else but white space and comments
     * @return the value
     * @throws JsonSyntaxException if it is not one value, or a field is repeated
     */
    public static JsonNode parseFromModel(String text) throws JsonSyntaxException {
        return read(() -> OF_MODELS.createParser(text));
    }

    /**
     * Opens a parser of one JSON value that reads it token by token, within the same bounds. Numbers that are not
     * finite are read too.
     *
     * @param utf8 holds the value; the parser reports positions in it
     * @return the parser
     * @throws IOException if the encoding is unknown
     */
    public static JsonParser tokens(byte[] utf8) throws IOException {
        return TOLERANT.createParser(utf8);
    }

    /**
     * Opens a parser of one JSON value that reads it token by token, without keeping it.
     *
     * @param utf8 gives the value
     * @return the parser
     * @throws IOException if it cannot be read
     */
    public static JsonParser tokens(InputStream utf8) throws IOException {
        return TOLERANT.createParser(utf8);
    }

    /** Replaces numbers that are not finite. The nesting was bounded when the value was read. */
    private static JsonNode withoutNonFinite(JsonNode node) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(field -> field.setValue(
                    withoutNonFinite(field.getValue())));
            case ArrayNode array -> {
                for (int index = 0; index < array.size(); index++) {
                    array.set(index, withoutNonFinite(array.get(index)));
                }
            }
            case NumericNode number when number.isNaN() -> {
                return NullNode.getInstance();
            }
            default -> {
                // Anything else is standard JSON.
            }
        }
        return node;
    }

    private static String reason(JsonProcessingException notJson) {
        return JsonReason.of(notJson);
    }

    private static JsonNode read(Source source) throws JsonSyntaxException {
        JsonNode node;
        try (JsonParser parser = source.open()) {
            node = MAPPER.readTree(parser);
        } catch (JsonProcessingException notJson) {
            JsonLocation location = notJson.getLocation();
            throw new JsonSyntaxException(reason(notJson), location == null ? 1 : location.getLineNr(),
                    location == null ? 1 : location.getColumnNr(), JsonReason.repeatedKey(notJson), notJson);
        } catch (IOException badEncoding) {
            throw new JsonSyntaxException(String.valueOf(badEncoding.getMessage()), 1, 1, badEncoding);
        }
        if (node == null || node.isMissingNode()) {
            throw new JsonSyntaxException("there is no value", 1, 1, new IOException("empty"));
        }
        return node;
    }

    /**
     * Starts an object.
     *
     * @return an object without fields
     */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Starts an array.
     *
     * @return an empty array
     */
    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /**
     * Writes a value in one line. Characters that a terminal would take as a command, or cannot show, are escaped.
     *
     * @param node the value
     * @return JSON without line breaks
     */
    public static String write(JsonNode node) {
        try {
            return VisibleText.escapedJson(MAPPER.writeValueAsString(node));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * Writes a value in one line of UTF-8, as {@link #write} does.
     *
     * @param node the value
     * @return JSON without line breaks
     */
    public static byte[] writeBytes(JsonNode node) {
        return write(node).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes a value for people: two spaces a level, line feeds, one at the end. Characters that a terminal would take
     * as a command, or cannot show, are escaped.
     *
     * @param node the value
     * @return JSON over several lines
     */
    public static String pretty(JsonNode node) {
        try {
            return VisibleText.escapedJson(PRETTY.writeValueAsString(node)) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * Converts plain Java values into JSON.
     *
     * @param value a map with text keys, an iterable, text, a finite number, a boolean or null, nested to any depth
     * @return the same as JSON, in the same order
     * @throws IllegalArgumentException if a value is of another kind, or a number is not finite
     */
    public static JsonNode fromPlain(@Nullable Object value) {
        return fromPlain(value, UnaryOperator.identity());
    }

    /**
     * Converts plain Java values into JSON, and changes texts and keys meanwhile.
     *
     * @param value a value that {@link #fromPlain(Object)} accepts
     * @param texts changes each text
     * @return the same as JSON, in the same order
     * @throws IllegalArgumentException if a value is of another kind, or a number is not finite
     */
    public static JsonNode fromPlain(@Nullable Object value, UnaryOperator<String> texts) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (value) {
            case null -> nodes.nullNode();
            case String text -> nodes.textNode(texts.apply(text));
            case Boolean flag -> nodes.booleanNode(flag);
            case BigInteger number -> nodes.numberNode(number);
            case BigDecimal number -> nodes.numberNode(number);
            case Double number -> nodes.numberNode(finite(number));
            case Float number -> nodes.numberNode(finite(number));
            case Number number -> nodes.numberNode(number.longValue());
            case Map<?, ?> map -> {
                ObjectNode object = nodes.objectNode();
                map.forEach((key, element) -> object.set(texts.apply(String.valueOf(key)), fromPlain(element, texts)));
                yield object;
            }
            case Iterable<?> elements -> {
                ArrayNode array = nodes.arrayNode();
                elements.forEach(element -> array.add(fromPlain(element, texts)));
                yield array;
            }
            default -> throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
        };
    }

    private static double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("JSON has no " + number + "; leave an unknown number out");
        }
        return number;
    }

    /**
     * Converts JSON into plain Java values.
     *
     * @param node any value
     * @return a {@link LinkedHashMap}, {@link List}, text, {@link Long} ({@link BigInteger} beyond its range),
     *         {@link Double}, {@link Boolean} or null, nested as above
     */
    public static @Nullable Object toPlain(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                node.properties().forEach(field -> map.put(field.getKey(), toPlain(field.getValue())));
                yield map;
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>(node.size());
                node.forEach(element -> list.add(toPlain(element)));
                yield list;
            }
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> plainNumber(node);
            case NULL, MISSING -> null;
            case BINARY, POJO -> throw new IllegalArgumentException("Not a JSON value: " + node.getNodeType());
        };
    }

    private static Number plainNumber(JsonNode node) {
        if (!node.isIntegralNumber()) {
            return node.doubleValue();
        }
        if (node.canConvertToLong()) {
            return node.longValue();
        }
        return node.bigIntegerValue();
    }

    @FunctionalInterface
    private interface Source {
        JsonParser open() throws IOException;
    }
}
