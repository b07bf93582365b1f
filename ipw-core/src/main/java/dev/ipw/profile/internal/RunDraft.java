package dev.ipw.profile.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Sampling.Sample;
import dev.ipw.dataset.Sampling.Sample.SampleManifest;
import dev.ipw.dataset.SyntheticText;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.results.internal.journal.Journal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The questions of a run.
 *
 * @param questions      the questions, in order
 * @param evaluatorsById evaluators by id; holds each id that a question names
 * @param manifest       the description of the draw from the dataset
 */
record RunDraft(List<PlannedQuestion> questions, Map<String, Evaluator> evaluatorsById, SampleManifest manifest) {
    /**
     * Creates a draft of a sample. Generated prompts begin differently in each run, so that no server has cached them
     * from the run before.
     */
    static RunDraft of(Sample sample, EvaluatorSelection selection) {
        requireDistinctIds(sample);
        sample.records().forEach(Journal::requireFits);
        String salt = UUID.randomUUID().toString();
        List<PlannedQuestion> questions = sample.records().stream()
                .map(record -> new PlannedQuestion(SyntheticText.salted(record, salt), selection.idFor(record)))
                .toList();
        return new RunDraft(questions, selection.create(questions), sample.manifest());
    }

    /**
     * Returns a draft of the same questions with other prompts. The draw is the same for every model, however its
     * prompts are written.
     */
    RunDraft rewritten(Sample sample, EvaluatorSelection selection) {
        return new RunDraft(of(sample, selection).questions, evaluatorsById, manifest);
    }

    private static void requireDistinctIds(Sample sample) {
        Set<String> seen = new HashSet<>();
        for (DatasetRecord record : sample.records()) {
            if (!seen.add(record.id())) {
                throw new InputException("Dataset " + sample.manifest().datasetId()
                        + " has two records with the id '" + record.id()
                        + "'; every record needs an id of its own");
            }
        }
    }
}
