package dev.ipw.profile;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.Journal;
import dev.ipw.results.JournalEntry;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Finish a run that was cut off: judge what was answered and not judged, then write dataset and summary. */
public final class RunRecovery {
    private RunRecovery() {}

    /**
     * Finish a run from its journal and samples; one that is finished is only opened.
     *
     * @param path       the run's directory
     * @param evaluators judge the answers; an answer whose evaluator is not among them stays unscored
     * @return the run
     * @throws dev.ipw.error.InputException if there is no run, it is still going, or its journal is damaged
     */
    public static RunReader recover(Path path, Plugins<EvaluatorProvider> evaluators) {
        RunDirectory directory = RunDirectory.open(path);
        if (directory.isFinished()) {
            return RunReader.open(path);
        }
        try (Journal journal = Journal.append(directory.journal())) {
            RunWriter.Unjudged unjudged = RunWriter.unjudged(directory);
            AnswerJudge judge = new AnswerJudge(create(unjudged, evaluators));
            for (JournalEntry.Finished request : unjudged.requests()) {
                PlannedQuestion planned = new PlannedQuestion(request.question(), request.evaluator());
                judge.judge(planned, request.outcome()).ifPresent(
                        verdict -> journal.append(new JournalEntry.Judged(request.question().id(), verdict)));
            }
        }
        return RunWriter.finish(directory, true);
    }

    private static Map<String, Evaluator> create(RunWriter.Unjudged unjudged, Plugins<EvaluatorProvider> evaluators) {
        Map<String, String> parameters = unjudged.configuration().evaluatorParameters();
        Map<String, Evaluator> created = new HashMap<>();
        for (JournalEntry.Finished request : unjudged.requests()) {
            if (evaluators.find(request.evaluator()).isPresent()) {
                created.computeIfAbsent(request.evaluator(), id -> Evaluators.create(id, parameters, evaluators));
            }
        }
        return created;
    }
}
