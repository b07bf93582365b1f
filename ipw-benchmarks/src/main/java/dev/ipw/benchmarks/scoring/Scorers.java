package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** The evaluator of whether an answer contains one of the right answers. It also finds {@code 4} in {@code 42}. */
    private static final class IncludesEvaluator implements TextScorer {
        private static final String IGNORE_CASE = "ignore_case";

        private final ScorerArguments arguments;

        IncludesEvaluator(Parameters parameters) {
            arguments = ScorerArguments.of("includes", parameters, List.of(IGNORE_CASE));
            arguments.flag(IGNORE_CASE, true);
        }

        @Override
        public Evaluation score(DatasetRecord question, String answer) {
            boolean ignoreCase = arguments.with(question).flag(IGNORE_CASE, true);
            String text = CaseFolding.fold(answer, ignoreCase);
            Optional<String> found = Targets.of(question).stream()
                    .filter(target -> text.contains(CaseFolding.fold(target.strip(), ignoreCase))).findFirst();
            return found.map(target -> Evaluation.correct().withExtracted(target))
                    .orElseGet(() -> Evaluation.incorrect("The right answer does not stand in the answer"));
        }
    }

    /**
     * The evaluator that compares the letter, word or line behind the last {@code ANSWER:} with the right answers, ignoring
     * case. Punctuation around both is ignored. An answer without a mark is no attempt.
     */
    private static final class AnswerEvaluator implements TextScorer {
        private static final String KIND = "pattern";
        private static final List<String> KINDS = List.of("letter", "word", "line");

        private final ScorerArguments arguments;

        AnswerEvaluator(Parameters parameters) {
            arguments = ScorerArguments.of("answer", parameters, List.of(KIND));
            arguments.oneOf(KIND, KINDS, "line");
        }

        @Override
        public Evaluation score(DatasetRecord question, String answer) {
            String kind = arguments.with(question).oneOf(KIND, KINDS, "line");
            Optional<String> read = switch (kind) {
                case "letter" -> AnswerLine.letter(answer);
                case "word" -> AnswerLine.word(answer);
                default -> AnswerLine.line(answer);
            };
            if (read.isEmpty()) {
                return Evaluation.notAttempted("No " + kind + " stands behind ANSWER:");
            }
            boolean isRight = Targets.of(question).stream().map(AnswerEvaluator::plain)
                    .anyMatch(plain(read.get())::equals);
            return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, read,
                    isRight ? "Equals the right answer" : "Differs from the right answer", Map.of(KIND, kind));
        }

        /**
         * Returns a text without punctuation. A text of punctuation only stays as it is, or all such texts would be equal.
         */
        private static String plain(String text) {
            String trimmed = Punctuation.trimmed(text);
            return CaseFolding.fold(trimmed.isEmpty() ? text.strip() : trimmed);
        }
    }
}
