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
 * @param allowed  the allowed values by parameter; an empty text among them lets the parameter be left out
 * @param required the parameters that must be given even so
 * @param types    the types of the parameters; any where none is stated
 * @param language that in which values are written
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
     * Returns why a call does not meet this one; empty if it does.
     *
     * @param isTool whether the call came as a tool call, so that underscores stand for the dots of the name
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

    /** Numbers of Java and JavaScript have their type by how they are written, so that their values are compared as numbers. */
    private boolean isAllowed(List<?> values, String parameter, @Nullable Object given) {
        ParameterType type = types.getOrDefault(parameter, ParameterType.ANY);
        return AllowedValues.meet(values, SourceValue.of(language, type, given),
                type.isReal() || language != SourceLanguage.PYTHON);
    }
}
