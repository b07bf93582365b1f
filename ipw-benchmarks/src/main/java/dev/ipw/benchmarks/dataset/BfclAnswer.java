package dev.ipw.benchmarks.dataset;

import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A writer of right answers in the requested form: calls with the first value that is allowed for each argument.
 *
 * @param category  the category of the question
 * @param functions the descriptions of the offered functions
 */
record BfclAnswer(BfclCategory category, List<?> functions) {
    /** Types of Java and JavaScript whose texts are quoted; a text of another type is the name of a variable. */
    private static final Set<String> QUOTED = Set.of("String", "char", "any");

    /** Writes the calls of a possible answer. */
    String calls(List<?> truth) {
        if (category.expects().equals("no_call")) {
            return "None of the functions fits.";
        }
        if (category.expects().equals("any_call")) {
            return "[" + (functions.getFirst() instanceof Map<?, ?> first ? first.get("name") : "") + "()]";
        }
        List<String> calls = new ArrayList<>();
        for (Object one : truth) {
            if (one instanceof Map<?, ?> call) {
                call.forEach((name, arguments) -> calls.add(name + "("
                        + (arguments instanceof Map<?, ?> map ? arguments(map, parameters(name)) : "") + ")"));
            }
        }
        return "[" + String.join(", ", calls) + "]";
    }

    private Map<?, ?> parameters(Object function) {
        for (Object one : functions) {
            if (one instanceof Map<?, ?> described && function.equals(described.get("name"))
                    && described.get("parameters") instanceof Map<?, ?> parameters) {
                return parameters;
            }
        }
        return Map.of();
    }

    private String arguments(Map<?, ?> arguments, Map<?, ?> parameters) {
        List<?> required = parameters.get("required") instanceof List<?> names ? names : List.of();
        Map<?, ?> properties = parameters.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        List<String> written = new ArrayList<>();
        arguments.forEach((name, allowed) -> {
            Map<?, ?> property = properties.get(name) instanceof Map<?, ?> map ? map : Map.of();
            if (allowed instanceof List<?> values && (required.contains(name) || !values.contains(""))) {
                written.add(name + "=" + value(chosen(first(values)), property));
            }
        });
        return String.join(", ", written);
    }

    /**
     * Returns the first value that is neither null nor an empty text, which mean an absent argument; else the first
     * value, or an empty list if there is none.
     */
    private static @Nullable Object first(List<?> values) {
        Optional<?> known = values.stream().filter(value -> value != null && !"".equals(value)).findFirst();
        return known.isPresent() ? known.get() : values.isEmpty() ? List.of() : values.getFirst();
    }

    /** Returns a dictionary with the first allowed value for each key. */
    private static @Nullable Object chosen(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> elements = new ArrayList<>();
            list.forEach(one -> elements.add(chosen(one)));
            return elements;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, @Nullable Object> chosen = new LinkedHashMap<>();
        map.forEach((key, allowed) -> {
            if (!(allowed instanceof List<?> values)) {
                chosen.put(String.valueOf(key), chosen(allowed));
            } else if (!values.contains("")) {
                chosen.put(String.valueOf(key), chosen(first(values)));
            }
        });
        return chosen;
    }

    private String value(@Nullable Object value, Map<?, ?> property) {
        String type = String.valueOf(property.get("type"));
        boolean isVariable = value instanceof String && !QUOTED.contains(type);
        return switch (category.language()) {
            case "java" -> isVariable ? String.valueOf(value) : java(value, type, itemType(property));
            case "javascript" -> isVariable
                    ? String.valueOf(value)
                    : Json.write(Json.fromPlain(value)) + (type.equals("Bigint") ? "n" : "");
            default -> python(value);
        };
    }

    private static String itemType(Map<?, ?> property) {
        return property.get("items") instanceof Map<?, ?> items ? String.valueOf(items.get("type")) : "any";
    }

    private static String java(@Nullable Object value, String type, String itemType) {
        return switch (value) {
            case Number number -> number + (type.equals("long") ? "L" : type.equals("float") ? "f" : "");
            case List<?> list -> list.stream().map(one -> java(one, itemType, "any"))
                    .collect(Collectors.joining(", ", "new ArrayList<>(Arrays.asList(", "))"));
            case Map<?, ?> map -> map.entrySet().stream()
                    .map(one -> Json.write(Json.fromPlain(one.getKey())) + ", " + java(one.getValue(), "any", "any"))
                    .collect(Collectors.joining(", ", "Map.of(", ")"));
            case null -> "null";
            default -> Json.write(Json.fromPlain(value));
        };
    }

    private static String python(@Nullable Object value) {
        return switch (value) {
            case Boolean truth -> truth ? "True" : "False";
            case Number number -> number.toString();
            case List<?> list -> list.stream().map(BfclAnswer::python).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> map.entrySet().stream()
                    .map(one -> Json.write(Json.fromPlain(one.getKey())) + ": " + python(one.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
            case null -> "None";
            default -> Json.write(Json.fromPlain(value));
        };
    }
}
