package dev.ipw.profile;

import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.Journal;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunPhase;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunWriter;
import dev.ipw.results.UnjudgedAnswers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Judge once more the answers of a finished run that have no verdict. Each attempt is kept in the journal before the results
 * are written anew, so that one which is cut off has cost no answer and counts none twice.
 */
public final class JudgingAgain {
    private JudgingAgain() {}

    /**
     * Judge them.
     *
     * @param run          a finished run
     * @param mostAttempts how often an answer may be judged in all; one that was judged as often is left
     * @param evaluators   judge the answers
     * @param listener     hears how far it has come
     * @return the run as it is now; the same if there was nothing to judge
     * @throws InputException                           if the run has no journal, is written by another process, or the
     *                                                  results cannot be written; what was there is then kept
     * @throws dev.ipw.error.ConfigurationException if an evaluator that the run names is not among them
     */
    public static RunReader judge(RunReader run, int mostAttempts, Plugins<EvaluatorProvider> evaluators,
            ProfilerListener listener) {
        RunDirectory directory = run.directory();
        if (!Files.exists(directory.journal())) {
            throw new InputException("The run " + directory.path().toAbsolutePath() + " has no journal.jsonl, in which "
                    + "attempts at judging are kept. Only runs that kept theirs can be judged again");
        }
        try (Journal journal = Journal.append(directory.journal())) {
            if (!isWanted(run, mostAttempts)) {
                return run;
            }
            listener.phaseStarted(RunPhase.EVALUATING);
            long start = System.nanoTime();
            new Judging(directory, journal, mostAttempts).judge(
                    answers -> new AnswerJudge(create(answers, evaluators)),
                    (all, done) -> listener.progressed(RunPhase.EVALUATING,
                            RunProgress.ofSteps(all, done, Duration.ofNanos(System.nanoTime() - start))));
            journal.sync();
            listener.phaseStarted(RunPhase.FINISHING);
            return RunWriter.rewrite(run);
        }
    }

    /** Say whether an answer is to be judged, or was judged and the results do not tell because that was cut off. */
    private static boolean isWanted(RunReader run, int mostAttempts) {
        try (UnjudgedAnswers answers = UnjudgedAnswers.of(run.directory(), mostAttempts);
                Stream<ProfilingRecord> records = run.records()) {
            return answers.count() > 0 || records.anyMatch(
                    record -> record.evaluationAttempts() != answers.attempts(record.question().id()));
        }
    }

    private static Map<String, Evaluator> create(UnjudgedAnswers answers, Plugins<EvaluatorProvider> evaluators) {
        Map<String, String> parameters = answers.configuration().evaluatorParameters();
        Map<String, Evaluator> created = new HashMap<>();
        answers.evaluators().forEach(
                evaluator -> created.put(evaluator, Evaluators.create(evaluator, parameters, evaluators)));
        return created;
    }
}
