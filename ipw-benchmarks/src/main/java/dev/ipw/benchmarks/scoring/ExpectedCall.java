package dev.ipw.benchmarks.scoring;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call that a benchmark expects.
 *
 * @param name     the function's name
 * @param allowed  the allowed values by parameter; with an empty text among them, the parameter may be omitted
 * @param required the parameters that are required nevertheless
 * @param types    the types of the parameters; any where none is stated
 * @param language the language of the values
 */
record ExpectedCall(String name, Map<String, List<?>> allowed, Set<String> required, Map<String, ParameterType> types,
        SourceLanguage language) {
    /** Copies the collections. */
    ExpectedCall {
        allowed = Map.copyOf(allowed);
        required = Set.copyOf(required);
        types = Map.copyOf(types);
    }

    /**
     * Returns the reason that a call does not meet this one; empty if it does.
     *
     * @param isTool whether the call is a tool call, with underscores in place of the dots of the name
     */
    Optional<String> mismatch(FunctionCall call, boolean isTool) {
        boolean isNamed = call.name().equals(name) || (isTool && call.name().equals(name.replace('.', '_')));
        if (!isNamed) {
            return Optional.of("Calls " + call.name() + " where " + name + " is expected");
        }
        for (String parameter : call.arguments().keySet()) {
            if (!allowed.containsKey(parameter)) {
                return Optional.of("Gives " + name + " the parameter " + parameter + ", which is not expected");
            }
        }
        for (Map.Entry<String, List<?>> entry : allowed.entrySet()) {
            String parameter = entry.getKey();
            if (!call.arguments().containsKey(parameter)) {
                if (required.contains(parameter) || !AllowedValues.isOptional(entry.getValue())) {
                    return Optional.of("Leaves out the parameter " + parameter + " of " + name);
                }
            } else if (!isAllowed(entry.getValue(), parameter, call.arguments().get(parameter))) {
                return Optional.of("Gives the parameter " + parameter + " of " + name + " a value that is not allowed");
            }
        }
        return Optional.empty();
    }

    /**
     * Returns whether a value is allowed. Numbers of Java and JavaScript have their type by their notation, so their
     * values are compared as numbers.
     */
    private boolean isAllowed(List<?> values, String parameter, @Nullable Object given) {
        ParameterType type = types.getOrDefault(parameter, ParameterType.ANY);
        return AllowedValues.meet(values, SourceValue.of(language, type, given),
                type.isReal() || language != SourceLanguage.PYTHON);
    }
}
