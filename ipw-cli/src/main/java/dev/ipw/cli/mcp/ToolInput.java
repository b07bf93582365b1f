package dev.ipw.cli.mcp;

import dev.ipw.error.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments that an assistant passes to a tool.
 *
 * @param values plain values by name
 */
public record ToolInput(Map<String, @Nullable Object> values) {
    /** Returns a required text. */
    public String require(String name) {
        return text(name).orElseThrow(() -> new ConfigurationException("The argument '" + name + "' is missing"));
    }

    /** Returns a text; a number is converted. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::valueOf).filter(text -> !text.isBlank());
    }

    /** Returns a whole number within limits, or a default if none was given. */
    public int integer(String name, int otherwise, int least, int most) {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!(value instanceof Number number) || number.doubleValue() != number.intValue() || number.intValue() < least
                || number.intValue() > most) {
            throw new ConfigurationException(
                    "The argument '" + name + "' must be a whole number of " + least + " to " + most
                            + ", not " + value);
        }
        return number.intValue();
    }

    /** Returns texts; empty if none were given. */
    public List<String> texts(String name) {
        return values.get(name) instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
    }

    /** Returns texts by name; empty if none were given. */
    public Map<String, String> named(String name) {
        Map<String, String> named = new LinkedHashMap<>();
        if (values.get(name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> named.put(String.valueOf(key), String.valueOf(value)));
        }
        return named;
    }
}
