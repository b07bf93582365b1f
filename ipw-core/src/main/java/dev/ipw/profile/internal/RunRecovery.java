package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.UnevaluatedAnswers;
import dev.ipw.run.RunDirectory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The completion of a run that was cut off: evaluates the answers without an evaluation, then writes dataset and
 * summary.
 */
public final class RunRecovery {
    private RunRecovery() {}

    /**
     * Finishes a run from its journal and samples; one that is finished is only opened.
     *
     * @param path       the run's directory
     * @param evaluators evaluate the answers; an answer whose evaluator is not among them stays unscored
     * @return the run
     * @throws dev.ipw.error.InputException if there is no run, it is still running, or its journal is damaged
     */
    public static RunReader recover(Path path, Evaluators evaluators) {
        RunDirectory directory = RunDirectory.open(path);
        if (directory.isFinished()) {
            return RunReader.open(path);
        }
        boolean interrupted = false;
        try (Journal journal = Journal.append(directory.journal())) {
            new EvaluationPass(() -> UnevaluatedAnswers.of(directory, 1), journal, evaluators, Optional.empty(),
                    Optional.empty()).judge(
                            answers -> new AnswerEvaluator(create(answers, evaluators)), (all, done) -> {});
            // Files are not written on an interrupted thread.
            interrupted = Thread.interrupted();
            journal.sync();
            return RunWriter.finishKilled(directory);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Map<String, Evaluator> create(UnevaluatedAnswers answers, Evaluators evaluators) {
        Map<String, Evaluator> created = new HashMap<>();
        for (String evaluator : answers.evaluators()) {
            if (evaluators.providers().find(evaluator).isPresent()) {
                created.put(evaluator, create(evaluator, answers, evaluators));
            }
        }
        return created;
    }

    /**
     * Creates an evaluator. A judge that lacks its key must not keep a run from being finished; its answers can be
     * evaluated later.
     */
    private static Evaluator create(String id, UnevaluatedAnswers answers, Evaluators evaluators) {
        try {
            return answers.evaluator(id, evaluators);
        } catch (ConfigurationException cannotJudge) {
            Evaluation failed = Evaluation.failed(String.valueOf(cannotJudge.getMessage()))
                    .withUsage(EvaluationUsage.NONE);
            return (question, outcome) -> failed;
        }
    }
}
