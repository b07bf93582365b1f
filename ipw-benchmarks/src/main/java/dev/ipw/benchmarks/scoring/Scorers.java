package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;
import java.util.function.Function;

/** The evaluators that need no model and no folder. */
public final class Scorers implements PluginCatalogue {
    /** Creates the catalogue; {@link java.util.ServiceLoader} calls this. */
    public Scorers() {}

    @Override
    public Class<EvaluatorProvider> type() {
        return EvaluatorProvider.class;
    }

    @Override
    public List<EvaluatorProvider> plugins() {
        return List.of(
                new Entry("answer", "the letter, word or line behind ANSWER: (pattern=letter|word|line)",
                        parameters -> new AnswerEvaluator(parameters)),
                new Entry("bfcl", "function calls with the arguments that are allowed",
                        parameters -> new BfclEvaluator()),
                new Entry("choice", "the letters behind the last ANSWER:, one or several",
                        parameters -> new ChoiceEvaluator()),
                new Entry("gaia", "numbers, lists and texts behind FINAL ANSWER, as GAIA compares them",
                        parameters -> new GaiaEvaluator()),
                new Entry("includes", "whether the right answer stands anywhere in the answer",
                        parameters -> new IncludesEvaluator(parameters)),
                new Entry("match", "whether the answer begins or ends with the right one: location, numeric",
                        parameters -> new MatchEvaluator(parameters)),
                new Entry("mmlu-pro-official", "the letter as MMLU-Pro's program reads it, without its random guess",
                        parameters -> new OfficialChoiceEvaluator("mmlu-pro-official", new MmluProReader(), true)),
                new Entry("pattern", "what a regular expression captures: pattern, match_all",
                        parameters -> new PatternEvaluator(parameters)),
                new Entry("simple-evals-choice", "the first letter behind Answer:, as simple-evals reads it",
                        parameters -> new OfficialChoiceEvaluator("simple-evals-choice", new SimpleEvalsReader(),
                                false)),
                new Entry("supergpqa-official", "the letter as SuperGPQA's program reads it",
                        parameters -> new OfficialChoiceEvaluator("supergpqa-official", new SuperGpqaReader(), false)),
                new Entry("f1", "the words that answer and right answer share, as F1",
                        parameters -> new TokenOverlapEvaluator(parameters)));
    }

    private record Entry(String id, String description, Function<Parameters, Evaluator> maker)
            implements
                EvaluatorProvider {
        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return maker.apply(parameters);
        }
    }
}
