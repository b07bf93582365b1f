package dev.ipw.evaluation.rule;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The evaluators by fixed rules, and {@code none}, with which a run has no accuracy. Only {@code numeric} has
 * parameters: {@code absolute_tolerance}, the allowed deviation in the reference's unit, and
 * {@code relative_tolerance}, the allowed deviation as a part of the reference. Without either a whole number must be
 * met exactly and any other to a relative 1e-6.
 */
public final class RuleEvaluators implements PluginCatalogue {
    @Override
    public Class<EvaluatorProvider> type() {
        return EvaluatorProvider.class;
    }

    @Override
    public List<EvaluatorProvider> plugins() {
        return List.of(
                new Entry("exact", List.of("exact-match"),
                        "short answers by equality after normalising, with further accepted answers",
                        parameters -> new ExactEvaluator()),
                new Entry("multiple-choice", List.of("mcq"), "the letter that an answer chooses, read by fixed rules",
                        parameters -> new MultipleChoiceEvaluator()),
                new Entry(Evaluators.NONE, List.of(),
                        "judges nothing: the run has times and joules, and no accuracy", parameters -> none()),
                new Entry("numeric", List.of("number"),
                        "numbers by value, with tolerances, units, percentages and fractions",
                        parameters -> new NumericEvaluator(tolerance(parameters, "absolute_tolerance"),
                                tolerance(parameters, "relative_tolerance"))));
    }

    private static Evaluator none() {
        Evaluation notJudged = Evaluation.unscored("answers are not judged").withUsage(EvaluationUsage.NONE);
        return (question, outcome) -> notJudged;
    }

    private static OptionalDouble tolerance(Parameters parameters, String key) {
        OptionalDouble tolerance = parameters.number(key);
        if (tolerance.isPresent() && tolerance.getAsDouble() < 0) {
            throw new ConfigurationException("Parameter '" + key + "' of the numeric evaluator must not be negative");
        }
        return tolerance;
    }

    private record Entry(String id, List<String> aliases, String description, Function<Parameters, Evaluator> maker)
            implements
                EvaluatorProvider {
        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return maker.apply(parameters);
        }
    }
}
