package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.engine.profile.PlannedQuestion;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.settings.EvaluationSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Find the evaluator of an answer.
 *
 * @param own        judges all answers, if it is there
 * @param settings   names the evaluator of all answers, if one was chosen
 * @param dataset    names the evaluator of questions that name none
 * @param evaluators those that have ids
 */
record Judges(Optional<Evaluator> own, EvaluationSettings settings, Dataset dataset, Evaluators evaluators) {
    private static final String OWN_EVALUATOR = "own";

    String of(DatasetRecord record) {
        return own.isPresent()
                ? OWN_EVALUATOR
                : settings.evaluator().or(record::evaluator).orElse(dataset.defaultEvaluator());
    }

    Map<String, Evaluator> create(List<PlannedQuestion> questions) {
        Map<String, Evaluator> judges = new LinkedHashMap<>();
        for (PlannedQuestion planned : questions) {
            judges.computeIfAbsent(planned.evaluator(), id -> own.orElseGet(
                    () -> evaluators.get(id, settings.parameters())));
        }
        return judges;
    }
}
