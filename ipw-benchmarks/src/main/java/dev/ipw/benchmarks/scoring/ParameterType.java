package dev.ipw.benchmarks.scoring;

import java.util.Map;
import java.util.Set;

/**
 * The type of a parameter in a function's description.
 *
 * @param name     the name, such as {@code integer} or {@code ArrayList}
 * @param itemName the type of its elements; {@code any} where none is stated
 */
record ParameterType(String name, String itemName) {
    static final ParameterType ANY = new ParameterType("any", "any");
    private static final Set<String> REAL = Set.of("float", "number", "double");

    /** Reads the description of a parameter. */
    static ParameterType of(Object property) {
        if (!(property instanceof Map<?, ?> map)) {
            return ANY;
        }
        Object items = map.get("items") instanceof Map<?, ?> inner ? inner.get("type") : null;
        return new ParameterType(String.valueOf(map.get("type")), items == null ? "any" : String.valueOf(items));
    }

    /** Returns whether the type accepts whole and real numbers alike. */
    boolean isReal() {
        return REAL.contains(name);
    }

    ParameterType item() {
        return new ParameterType(itemName, "any");
    }
}
