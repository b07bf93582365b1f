package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the expected calls of a record: the metadata {@code ground_truth}, a list of {@code {function:
 * {parameter: [values]}}}, and the functions' descriptions under {@code function}, if there are any. Both may be JSON
 * text.
 */
record ExpectedCalls(DatasetRecord question) {
    private static final String TRUTH = "ground_truth";
    private static final String FUNCTIONS = "function";

    /**
     * Reads the calls.
     *
     * @return the calls; empty if the record has no such metadata
     * @throws InputException if they have another form
     */
    static Optional<List<ExpectedCall>> of(DatasetRecord question) {
        ExpectedCalls reader = new ExpectedCalls(question);
        return reader.field(TRUTH).map(reader::calls);
    }

    private Optional<Object> field(String name) {
        Object value = question.metadata().get(name);
        if (!(value instanceof String text)) {
            return Optional.ofNullable(value);
        }
        try {
            return Optional.ofNullable(Json.toPlain(Json.parse(text)));
        } catch (JsonSyntaxException broken) {
            InputException wrong = wrong(name, "is no JSON");
            wrong.initCause(broken);
            throw wrong;
        }
    }

    /** Returns the names of the functions that a record offers. */
    static Set<String> offered(DatasetRecord question) {
        return new ExpectedCalls(question).descriptions().keySet();
    }

    private List<ExpectedCall> calls(Object truth) {
        Map<String, Map<?, ?>> descriptions = descriptions();
        List<ExpectedCall> calls = new ArrayList<>();
        for (Object element : list(truth)) {
            if (!(element instanceof Map<?, ?> map)) {
                throw wrong(TRUTH, "has an element that is no object");
            }
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String name = String.valueOf(entry.getKey());
                calls.add(call(name, allowed(entry.getValue()), descriptions.getOrDefault(name, Map.of())));
            }
        }
        return calls;
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of(value);
    }

    private Map<String, List<?>> allowed(@Nullable Object parameters) {
        if (!(parameters instanceof Map<?, ?> map)) {
            throw wrong(TRUTH, "has a function without an object of parameters");
        }
        Map<String, List<?>> allowed = new LinkedHashMap<>();
        map.forEach((name, values) -> {
            if (!(values instanceof List<?> list)) {
                throw wrong(TRUTH, "has the parameter " + name + " without a list of allowed values");
            }
            allowed.put(String.valueOf(name), list);
        });
        return allowed;
    }

    private ExpectedCall call(String name, Map<String, List<?>> allowed, Map<?, ?> description) {
        Map<?, ?> parameters = description.get("parameters") instanceof Map<?, ?> map ? map : Map.of();
        Map<?, ?> properties = parameters.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        List<?> required = parameters.get("required") instanceof List<?> list ? list : List.of();
        Map<String, ParameterType> types = new LinkedHashMap<>();
        properties.forEach((parameter, property) -> {
            if (property != null) {
                types.put(String.valueOf(parameter), ParameterType.of(property));
            }
        });
        Set<String> mustGive = new HashSet<>();
        required.forEach(parameter -> mustGive.add(String.valueOf(parameter)));
        return new ExpectedCall(name, allowed, mustGive, types, SourceLanguage.of(question));
    }

    private Map<String, Map<?, ?>> descriptions() {
        Map<String, Map<?, ?>> descriptions = new LinkedHashMap<>();
        for (Object element : field(FUNCTIONS).map(ExpectedCalls::list).orElse(List.of())) {
            if (element instanceof Map<?, ?> map && map.get("name") instanceof String name) {
                descriptions.put(name, map);
            }
        }
        return descriptions;
    }

    private InputException wrong(String field, String problem) {
        return new InputException("The metadata '" + field + "' of the record " + question.id() + " " + problem
                + "; give a JSON list of {function: {parameter: [allowed values]}}");
    }
}
