package dev.ipw.benchmarks.dataset;

import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Write right answers in the form that is asked for: calls with the first value that is allowed for each argument.
 *
 * @param category  that of the question
 * @param functions the descriptions of the functions that are offered
 */
record BfclAnswer(BfclCategory category, List<?> functions) {
    /** Write the calls of a possible answer. */
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
                call.forEach((name, arguments) -> calls
                        .add(name + "(" + arguments((Map<?, ?>) arguments, types(String.valueOf(name))) + ")"));
            }
        }
        return "[" + String.join(", ", calls) + "]";
    }

    private Map<String, String> types(String function) {
        Map<String, String> types = new LinkedHashMap<>();
        for (Object one : functions) {
            if (one instanceof Map<?, ?> described && function.equals(described.get("name"))
                    && described.get("parameters") instanceof Map<?, ?> parameters
                    && parameters.get("properties") instanceof Map<?, ?> properties) {
                properties.forEach((name, property) -> types.put(String.valueOf(name),
                        property instanceof Map<?, ?> map ? String.valueOf(map.get("type")) : "any"));
            }
        }
        return types;
    }

    private String arguments(Map<?, ?> arguments, Map<String, String> types) {
        List<String> written = new ArrayList<>();
        arguments.forEach((name, allowed) -> {
            Object first = allowed instanceof List<?> list && !list.isEmpty() ? list.getFirst() : "";
            if (!"".equals(first)) {
                written.add(name + "=" + value(chosen(first), types.getOrDefault(String.valueOf(name), "any")));
            }
        });
        return String.join(", ", written);
    }

    /** Take the first value that is allowed for each key of a dictionary. */
    private static Object chosen(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(BfclAnswer::chosen).toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> chosen = new LinkedHashMap<>();
        map.forEach((key, allowed) -> {
            Object first = allowed instanceof List<?> list && !list.isEmpty() ? list.getFirst() : allowed;
            if (!"".equals(first)) {
                chosen.put(String.valueOf(key), chosen(first));
            }
        });
        return chosen;
    }

    private String value(Object value, String type) {
        return switch (category.language()) {
            case "java" -> java(value, type);
            case "javascript" -> Json.write(Json.fromPlain(value));
            default -> python(value);
        };
    }

    private static String java(Object value, String type) {
        return switch (value) {
            case Number number -> number + (type.equals("long") ? "L" : type.equals("float") ? "f" : "");
            case List<?> list -> list.stream().map(one -> java(one, "any"))
                    .collect(Collectors.joining(", ", "new ArrayList<>(Arrays.asList(", "))"));
            case Map<?, ?> map -> map.entrySet().stream()
                    .map(one -> Json.write(Json.fromPlain(one.getKey())) + ", " + java(one.getValue(), "any"))
                    .collect(Collectors.joining(", ", "Map.of(", ")"));
            default -> Json.write(Json.fromPlain(value));
        };
    }

    private static String python(Object value) {
        return switch (value) {
            case Boolean truth -> truth ? "True" : "False";
            case Number number -> number.toString();
            case List<?> list -> list.stream().map(BfclAnswer::python).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> map.entrySet().stream()
                    .map(one -> Json.write(Json.fromPlain(one.getKey())) + ": " + python(one.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
            default -> Json.write(Json.fromPlain(value));
        };
    }
}
