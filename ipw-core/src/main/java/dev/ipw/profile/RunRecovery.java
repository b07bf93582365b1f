package dev.ipw.profile;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.Journal;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunWriter;
import dev.ipw.results.UnjudgedAnswers;
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
            new Judging(directory, journal).judge(answers -> new AnswerJudge(create(answers, evaluators)),
                    (all, done) -> {});
            journal.sync();
            return RunWriter.finish(directory, true);
        }
    }

    private static Map<String, Evaluator> create(UnjudgedAnswers answers, Plugins<EvaluatorProvider> evaluators) {
        Map<String, String> parameters = answers.configuration().evaluatorParameters();
        Map<String, Evaluator> created = new HashMap<>();
        for (String evaluator : answers.evaluators()) {
            if (evaluators.find(evaluator).isPresent()) {
                created.put(evaluator, Evaluators.create(evaluator, parameters, evaluators));
            }
        }
        return created;
    }
}
