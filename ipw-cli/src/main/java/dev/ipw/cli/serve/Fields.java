package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One object of a request's body. A field that is null or empty is absent; a field that was not read before
 * {@link #end} is rejected, so that no part of a request is ignored.
 */
final class Fields {
    private static final int MAX_SHOWN = 60;

    private final String path;
    private final JsonNode object;
    private final Set<String> read = new HashSet<>();

    private Fields(String path, JsonNode object) throws BadRequest {
        if (!object.isObject()) {
            throw path.isEmpty()
                    ? new BadRequest(BadRequest.STATUS, "The body must be a JSON object")
                    : BadRequest.ofField(path, "'" + path + "' must be an object, not " + shown(object));
        }
        this.path = path;
        this.object = object;
    }

    /** Parses a request's body. */
    static Fields of(byte[] body) throws BadRequest {
        try {
            return new Fields("", Json.parse(body));
        } catch (JsonSyntaxException notJson) {
            throw new BadRequest(BadRequest.STATUS, "The body is not JSON: " + notJson.getMessage());
        }
    }

    /** Returns a field's value of any type. */
    Optional<JsonNode> value(String name) {
        read.add(name);
        JsonNode value = object.path(name);
        return isAbsent(value) ? Optional.empty() : Optional.of(value);
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }

    Optional<String> text(String name) throws BadRequest {
        Optional<JsonNode> value = value(name);
        if (value.isPresent() && !value.get().isTextual()) {
            throw wrong(name, "must be text");
        }
        return value.map(JsonNode::textValue);
    }

    String requiredText(String name) throws BadRequest {
        return text(name).orElseThrow(() -> refused(name, "is missing"));
    }

    boolean flag(String name, boolean otherwise) throws BadRequest {
        Optional<JsonNode> value = value(name);
        if (value.isPresent() && !value.get().isBoolean()) {
            throw wrong(name, "must be true or false");
        }
        return value.map(JsonNode::booleanValue).orElse(otherwise);
    }

    OptionalLong whole(String name, long least, long most) throws BadRequest {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        JsonNode number = value.get();
        if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < least
                || number.longValue() > most) {
            throw wrong(name, "must be a whole number from " + least + " to " + most);
        }
        return OptionalLong.of(number.longValue());
    }

    OptionalInt count(String name, int least, int most) throws BadRequest {
        OptionalLong value = whole(name, least, most);
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    OptionalDouble real(String name, double least, double most) throws BadRequest {
        Optional<JsonNode> value = value(name);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        double number = value.get().isNumber() ? value.get().doubleValue() : Double.NaN;
        if (!(number >= least && number <= most && Double.isFinite(number))) {
            throw wrong(name, "must be a number of at least " + least
                    + (most < Double.MAX_VALUE ? " and at most " + most : ""));
        }
        return OptionalDouble.of(number);
    }

    /** Returns a nucleus probability, which is never 0. */
    OptionalDouble nucleus(String name) throws BadRequest {
        return real(name, Double.MIN_VALUE, 1);
    }

    /** Returns one or several texts; none of them may be empty. */
    List<String> texts(String name) throws BadRequest {
        List<String> texts = new ArrayList<>();
        Optional<JsonNode> value = value(name);
        if (value.isPresent()) {
            Iterable<JsonNode> given = value.get().isArray() ? value.get() : List.of(value.get());
            for (JsonNode text : given) {
                if (!text.isTextual() || text.textValue().isEmpty()) {
                    throw wrong(name, "must be text or a list of texts, none of them empty");
                }
                texts.add(text.textValue());
            }
        }
        return texts;
    }

    /** Returns an object in a field. */
    Optional<Fields> object(String name) throws BadRequest {
        Optional<JsonNode> value = value(name);
        return value.isPresent() ? Optional.of(new Fields(path(name), value.get())) : Optional.empty();
    }

    /** Returns the objects of a list that must not be empty. */
    List<Fields> objects(String name) throws BadRequest {
        JsonNode list = value(name).orElseThrow(() -> refused(name, "is missing or empty"));
        if (!list.isArray()) {
            throw wrong(name, "must be a list");
        }
        List<Fields> objects = new ArrayList<>();
        for (int index = 0; index < list.size(); index++) {
            objects.add(new Fields(path(name) + "[" + index + "]", list.get(index)));
        }
        return objects;
    }

    /** Accepts fields that do not affect an answer, for example a note about the caller. */
    void accept(String... names) {
        read.addAll(List.of(names));
    }

    /** Accepts a field with these values only: those that request nothing beyond the supported functions. */
    void acceptOnly(String name, Object... values) throws BadRequest {
        Optional<JsonNode> value = value(name);
        if (value.isPresent()) {
            boolean isKnown = List.of(values).stream().anyMatch(known -> known instanceof Number number
                    ? value.get().isNumber() && value.get().doubleValue() == number.doubleValue()
                    : value.get().equals(Json.fromPlain(known)));
            if (!isKnown) {
                throw unsupported(name);
            }
        }
    }

    /** Rejects unread fields. */
    void end() throws BadRequest {
        for (var field : object.properties()) {
            if (!read.contains(field.getKey()) && !isAbsent(field.getValue())) {
                throw unsupported(field.getKey());
            }
        }
    }

    /** Creates the error of a field, with its value. */
    BadRequest wrong(String name, String why) {
        JsonNode value = object.path(name);
        return refused(name, why + (value.isMissingNode() || value.isNull() ? "" : ", not " + shown(value)));
    }

    /** Creates the error of a field that is not allowed, or lacks another. */
    BadRequest refused(String name, String why) {
        return BadRequest.ofField(path(name), "'" + path(name) + "' " + why);
    }

    private BadRequest unsupported(String name) {
        return refused(name, "(" + shown(object.path(name)) + ") is not supported by this server; leave it out");
    }

    private String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String shown(JsonNode value) {
        String text = Json.write(value);
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
}
