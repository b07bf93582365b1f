package dev.ipw.benchmarks.scoring;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a function.
 *
 * @param name      the function's name
 * @param arguments the values by parameter: String, Boolean, Long, Double, a List or Map of such, or null
 */
record FunctionCall(String name, Map<String, @Nullable Object> arguments) {
    /** Copies the arguments. */
    FunctionCall {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }
}
