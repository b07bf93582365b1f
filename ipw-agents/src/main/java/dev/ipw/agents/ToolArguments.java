package dev.ipw.agents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/** The arguments of a tool call: a JSON object that was validated against the tool's schema. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolArguments {
    private final JsonNode object;

    private ToolArguments(JsonNode object) {
        this.object = object;
    }

    /**
     * Parses arguments without a known schema.
     *
     * @param json a JSON object as text; empty text counts as an object without fields
     * @return the arguments
     * @throws ToolException if it is not a JSON object
     */
    public static ToolArguments parse(String json) throws ToolException {
        try {
            JsonNode node = json.isBlank() ? Json.object() : Json.parse(json);
            if (!node.isObject()) {
                throw new ToolException("The arguments must be a JSON object, such as {\"name\": \"value\"}");
            }
            return new ToolArguments(node);
        } catch (JsonSyntaxException broken) {
            throw new ToolException("The arguments are no valid JSON: " + broken.getMessage()
                    + ". Send one JSON object, with quotes and line ends in text escaped", broken);
        }
    }

    /**
     * Returns a text.
     *
     * @param name the argument
     * @return its value, a number or truth value as text; empty if it is missing or null
     */
    public Optional<String> text(String name) {
        return given(name).map(node -> node.isValueNode() ? node.asText() : node.toString());
    }

    /**
     * Returns a required text.
     *
     * @param name the argument
     * @return its value
     * @throws ToolException if it is missing
     */
    public String requireText(String name) throws ToolException {
        return text(name).orElseThrow(() -> new ToolException("The argument '" + name + "' is missing"));
    }

    /**
     * Returns a whole number.
     *
     * @param name the argument
     * @return its value; empty if it is missing
     * @throws ToolException if it is not a whole number
     */
    public OptionalLong integer(String name) throws ToolException {
        Optional<JsonNode> node = given(name);
        if (node.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!node.get().isNumber() || node.get().asDouble() != node.get().asLong()) {
            throw new ToolException("The argument '" + name + "' must be a whole number, not " + node.get());
        }
        return OptionalLong.of(node.get().asLong());
    }

    /**
     * Returns a number.
     *
     * @param name the argument
     * @return its value; empty if it is missing
     * @throws ToolException if it is not a number
     */
    public OptionalDouble number(String name) throws ToolException {
        Optional<JsonNode> node = given(name);
        if (node.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!node.get().isNumber()) {
            throw new ToolException("The argument '" + name + "' must be a number, not " + node.get());
        }
        return OptionalDouble.of(node.get().asDouble());
    }

    /**
     * Returns a truth value.
     *
     * @param name the argument
     * @return its value; false if it is missing
     */
    public boolean flag(String name) {
        return given(name).map(JsonNode::asBoolean).orElse(false);
    }

    /**
     * Returns a list of texts; a single text counts as a list of one.
     *
     * @param name the argument
     * @return the texts; empty if it is missing
     */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        given(name).ifPresent(node -> {
            if (node.isArray()) {
                node.forEach(one -> texts.add(one.isValueNode() ? one.asText() : one.toString()));
            } else {
                texts.add(node.isValueNode() ? node.asText() : node.toString());
            }
        });
        return List.copyOf(texts);
    }

    /**
     * Returns all arguments.
     *
     * @return strings, booleans, longs, doubles, lists and maps by name, without nulls, in their original order
     */
    public Map<String, Object> toMap() {
        Map<String, Object> plain = new LinkedHashMap<>();
        object.properties().forEach(field -> Optional.ofNullable(Json.toPlain(field.getValue()))
                .ifPresent(value -> plain.put(field.getKey(), value)));
        return plain;
    }

    /**
     * Returns the arguments as JSON.
     *
     * @return one JSON object
     */
    public String json() {
        return object.toString();
    }

    JsonNode node() {
        return object;
    }

    private Optional<JsonNode> given(String name) {
        return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
    }

    @Override
    public String toString() {
        return json();
    }
}
