package dev.ipw.evaluation.rule;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The provider of the evaluator {@code numeric}: numbers by value. Parameters: {@code absolute_tolerance}, the allowed
 * deviation in the reference's unit, and {@code relative_tolerance}, the allowed deviation as a part of the reference.
 * Without either a whole number must be met exactly and any other to a relative 1e-6.
 */
public final class NumericEvaluatorProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return "numeric";
    }

    @Override
    public List<String> aliases() {
        return List.of("number");
    }

    @Override
    public String description() {
        return "numbers by value, with tolerances, units, percentages and fractions";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return new NumericEvaluator(tolerance(parameters, "absolute_tolerance"),
                tolerance(parameters, "relative_tolerance"));
    }

    private static OptionalDouble tolerance(Parameters parameters, String key) {
        OptionalDouble tolerance = parameters.number(key);
        if (tolerance.isPresent() && tolerance.getAsDouble() < 0) {
            throw new ConfigurationException("Parameter '" + key + "' of the numeric evaluator must not be negative");
        }
        return tolerance;
    }
}
