package dev.ipw.benchmarks.judge;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;
import java.util.function.BiFunction;

/** The evaluators that ask models. */
public final class JudgeEvaluators implements PluginCatalogue {
    @Override
    public Class<EvaluatorProvider> type() {
        return EvaluatorProvider.class;
    }

    @Override
    public List<EvaluatorProvider> plugins() {
        return List.of(
                new Entry("browsecomp", "facts from the web, with confidence",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.CLOSED, panel, true)),
                new Entry("rubric", "criteria with points, one by one",
                        (panel, parameters) -> new CriteriaEvaluator(panel, share(parameters, "pass_score", 0.5))),
                new Entry("frames", "facts from several pages",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.FRAMES, panel, false)),
                new Entry("hle", "closed questions of experts, with confidence",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.CLOSED, panel, true)),
                new Entry("model-graded-fact", "whether an answer holds a fact",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.FACT, panel, false)),
                new Entry("model-graded-qa", "an answer by a criterion",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.QUESTION, panel, false)),
                new Entry("natural-reasoning", "reasoning with a reference answer",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.REASONING, panel, false)),
                new Entry("pairwise", "which of two answers is better, in both orders",
                        (panel, parameters) -> new PairwiseEvaluator(panel)),
                new Entry("research-report", "a report against a reference report by weighted criteria",
                        (panel, parameters) -> new ReportEvaluator(panel)),
                new Entry("simpleqa", "short facts",
                        (panel, parameters) -> new GradeEvaluator(Rubrics.SIMPLE_QA, panel, false)));
    }

    /** An evaluator by its id; it closes the judges of its panel. */
    private record Entry(String id, String question, BiFunction<Panel, Parameters, Evaluator> maker)
            implements
                EvaluatorProvider {
        @Override
        public String description() {
            return question + ", judged by a model: judge_model";
        }

        @Override
        public boolean asksModel() {
            return true;
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return maker.apply(Panel.of(id, context, parameters), parameters);
        }
    }

    private static double share(Parameters parameters, String key, double usual) {
        double value = parameters.number(key).orElse(usual);
        if (!(value >= 0 && value <= 1)) {
            throw new ConfigurationException("The parameter " + key + " must be from 0 to 1, not " + value);
        }
        return value;
    }
}
