package dev.ipw.benchmarks.harbor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A table of a {@code task.toml}. Absent keys are empty; one of the wrong type is an error that names it.
 *
 * @param file the file, for messages
 * @param name the table's name, for messages; empty for the whole file
 * @param node its keys
 */
record TaskFile(Path file, String name, JsonNode node) {
    private static final int MAX_BYTES = 1 << 20;
    private static final int SHOWN = 300;
    private static final double MILLIS = 1e3;
    private static final double MAX_SECONDS = 30.0 * 24 * 3_600;
    private static final TomlMapper TOML = new TomlMapper();

    static TaskFile read(TaskTree task, String name) {
        Path file = task.folder().resolve(name);
        String text = new String(task.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        try {
            return new TaskFile(file, "", TOML.readTree(text));
        } catch (JsonProcessingException torn) {
            int line = torn.getLocation() == null ? 0 : torn.getLocation().getLineNr();
            throw new InputException(file + " is no TOML" + (line > 0 ? ", line " + line : "") + ": "
                    + Excerpt.of(torn.getOriginalMessage(), SHOWN), torn);
        }
    }

    TaskFile table(String key) {
        JsonNode found = node.path(key);
        if (!found.isMissingNode() && !found.isObject()) {
            throw wrong(key, "a table");
        }
        return new TaskFile(file, path(key), found);
    }

    /** Returns the tables of an array of tables. */
    List<TaskFile> tables(String key) {
        if (!node.path(key).isMissingNode() && !node.path(key).isArray()) {
            throw wrong(key, "an array of tables");
        }
        List<TaskFile> all = new ArrayList<>();
        for (JsonNode each : node.path(key)) {
            if (!each.isObject()) {
                throw wrong(key, "an array of tables");
            }
            all.add(new TaskFile(file, path(key) + "[" + all.size() + "]", each));
        }
        return all;
    }

    boolean has(String key) {
        return present(key).isPresent();
    }

    Optional<String> text(String key) {
        return present(key).map(value -> {
            if (!value.isTextual()) {
                throw wrong(key, "a text");
            }
            return value.asText();
        });
    }

    /** Returns a user: a name or a number. */
    Optional<String> user(String key) {
        return present(key).map(value -> {
            if (!value.isTextual() && !value.isIntegralNumber()) {
                throw wrong(key, "a user's name or number");
            }
            return value.asText();
        });
    }

    Optional<Boolean> flag(String key) {
        return present(key).map(value -> {
            if (!value.isBoolean()) {
                throw wrong(key, "true or false");
            }
            return value.asBoolean();
        });
    }

    OptionalDouble number(String key) {
        Optional<JsonNode> value = present(key);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!value.get().isNumber() || !Double.isFinite(value.get().asDouble())) {
            throw wrong(key, "a number");
        }
        return OptionalDouble.of(value.get().asDouble());
    }

    /** Returns a time in seconds, more than 0. */
    Optional<Duration> seconds(String key) {
        OptionalDouble seconds = number(key);
        if (seconds.isEmpty()) {
            return Optional.empty();
        }
        if (!(seconds.getAsDouble() > 0 && seconds.getAsDouble() <= MAX_SECONDS)) {
            throw wrong(key, "a number of seconds of more than 0, and at most 30 days");
        }
        return Optional.of(Duration.ofMillis(Math.max(1, Math.round(seconds.getAsDouble() * MILLIS))));
    }

    /** Returns texts by name. */
    Map<String, String> texts(String key) {
        Map<String, String> all = new TreeMap<>();
        table(key).node.properties().forEach(entry -> {
            if (!entry.getValue().isValueNode()) {
                throw wrong(key + "." + entry.getKey(), "a text");
            }
            all.put(entry.getKey(), entry.getValue().asText());
        });
        return all;
    }

    List<String> list(String key) {
        List<String> all = new ArrayList<>();
        JsonNode found = node.path(key);
        if (!found.isMissingNode() && !found.isArray()) {
            throw wrong(key, "a list");
        }
        found.forEach(each -> all.add(each.asText()));
        return all;
    }

    private Optional<JsonNode> present(String key) {
        JsonNode value = node instanceof MissingNode ? node : node.path(key);
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    private String path(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }

    InputException wrong(String key, String wanted) {
        return new InputException("In " + file + ", " + path(key) + " must be " + wanted);
    }
}
