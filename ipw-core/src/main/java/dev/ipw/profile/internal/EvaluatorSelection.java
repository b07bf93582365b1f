package dev.ipw.profile.internal;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.settings.EvaluationSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The choice of the evaluator of each answer, and its creation.
 *
 * @param own        the caller's evaluator of all answers, if there is one
 * @param settings   names the evaluator of all answers, if one was chosen
 * @param dataset    names the evaluator of questions that name none
 * @param evaluators evaluators by id
 */
record EvaluatorSelection(Optional<Evaluator> own, EvaluationSettings settings, Dataset dataset,
        Evaluators evaluators) {
    private static final String OWN_EVALUATOR = "own";

    /** Returns the id of the evaluator of a question's answer. */
    String idFor(DatasetRecord record) {
        return own.isPresent()
                ? OWN_EVALUATOR
                : settings.evaluator().or(record::evaluator).orElse(dataset.defaultEvaluator());
    }

    /** Creates the evaluators that the questions name, by id. */
    Map<String, Evaluator> create(List<PlannedQuestion> questions) {
        Map<String, Evaluator> created = new LinkedHashMap<>();
        for (PlannedQuestion planned : questions) {
            created.computeIfAbsent(planned.evaluator(), id -> own.orElseGet(
                    () -> evaluators.get(id, settings.parameters())));
        }
        return created;
    }
}
