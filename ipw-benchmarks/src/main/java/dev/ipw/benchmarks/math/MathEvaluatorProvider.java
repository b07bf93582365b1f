package dev.ipw.benchmarks.math;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The provider of the evaluator {@code math}: the final answer in a model's text, in LaTeX or plain, by value. The
 * parameter {@code decimal_places}, from 1 to 12, is the number of places to which a decimal must be right; without it
 * a decimal must be exact, or have enough digits to be meant as exact.
 */
public final class MathEvaluatorProvider implements EvaluatorProvider {
    private static final int MAX_DECIMAL_PLACES = 12;

    @Override
    public String id() {
        return "math";
    }

    @Override
    public String description() {
        return "mathematical answers by value: fractions, roots, polynomials, intervals, sets, matrices; in LaTeX";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return new MathEvaluator(decimalPlaces(parameters));
    }

    private static OptionalInt decimalPlaces(Parameters parameters) {
        OptionalDouble places = parameters.number("decimal_places");
        if (places.isEmpty()) {
            return OptionalInt.empty();
        }
        double value = places.getAsDouble();
        if (!(value >= 1 && value <= MAX_DECIMAL_PLACES) || value != Math.rint(value)) {
            throw new ConfigurationException("Parameter 'decimal_places' of the evaluator math must be a whole number "
                    + "from 1 to " + MAX_DECIMAL_PLACES + "; correct it");
        }
        return OptionalInt.of((int) value);
    }
}
