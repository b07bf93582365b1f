package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/** The evaluator of whether an answer contains one of the right answers. It also finds {@code 4} in {@code 42}. */
final class IncludesEvaluator implements TextScorer {
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
