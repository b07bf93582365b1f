package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.journal.FinishedQuery;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.RunJournals;
import dev.ipw.results.internal.journal.UnevaluatedAnswers;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A new evaluation of the answers of a finished run that have no verdict. Each attempt is kept in the journal before
 * the results are rewritten, so that an interruption loses no answer and counts no attempt twice.
 */
public final class ReEvaluation {
    private ReEvaluation() {}

    /**
     * Evaluates them.
     *
     * @param opened       a finished run; it may have been rewritten since it was opened
     * @param mostAttempts the maximum number of attempts for an answer; one that has reached it is skipped
     * @param chosen       the id of the evaluator of all of them; empty for those that the run names
     * @param evaluators   the evaluators
     * @param listener     receives the progress
     * @return the rewritten run; the same if there was nothing to evaluate
     * @throws InputException         if the run has no journal, is written by another process, or the results cannot be
     *                                written, or would lose joules that the run has; the old results are then kept
     * @throws ConfigurationException if a required evaluator is not among them
     */
    public static RunReader judge(RunReader opened, int mostAttempts, Optional<String> chosen,
            Evaluators evaluators, ProfilerListener listener) {
        RunDirectory directory = opened.directory();
        RunJournals.requireOwn(directory,
                "in which attempts at evaluation are recorded. Only runs with a journal can be"
                        + " evaluated again");
        boolean interrupted = false;
        try (Journal journal = Journal.append(directory.journal())) {
            RunReader run = RunReader.open(directory.path());
            if (!isWanted(run, mostAttempts)) {
                return run;
            }
            // A judge costs money, which is not spent on results that cannot be written.
            RunWriter.requireJoules(run);
            Optional<String> evaluator = chosen.map(id -> evaluators.providers().require(id).id());
            Set<String> judges = judges(directory, mostAttempts, evaluator);
            listener.phaseStarted(RunPhase.EVALUATING);
            long start = System.nanoTime();
            EvaluationPass pass = new EvaluationPass(() -> UnevaluatedAnswers.of(directory, mostAttempts), journal,
                    evaluators, evaluator, Optional.empty());
            pass.judge(answers -> new AnswerEvaluator(create(judges, answers, evaluators)),
                    (all, done) -> listener.progressed(RunPhase.EVALUATING,
                            RunProgress.ofSteps(all, done, Duration.ofNanos(System.nanoTime() - start))));
            pass.warnings().forEach(listener::warned);
            // Files are not written on an interrupted thread.
            interrupted = Thread.interrupted();
            journal.sync();
            listener.phaseStarted(RunPhase.FINISHING);
            return RunWriter.rewrite(run);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns whether an answer is to be evaluated, or was evaluated without its result being written because that was
     * cut off.
     */
    private static boolean isWanted(RunReader run, int mostAttempts) {
        try (UnevaluatedAnswers answers = UnevaluatedAnswers.of(run.directory(), mostAttempts);
                Stream<ProfilingRecord> records = run.records()) {
            return answers.count() > 0 || records.anyMatch(
                    record -> record.evaluationAttempts() != answers.attempts(record.question().id()));
        }
    }

    /** Returns the evaluators of the answers without a verdict. */
    private static Set<String> judges(RunDirectory directory, int mostAttempts, Optional<String> chosen) {
        Set<String> judges = new TreeSet<>();
        try (UnevaluatedAnswers answers = UnevaluatedAnswers.of(directory, mostAttempts)) {
            for (Optional<FinishedQuery> next = answers.next(); next.isPresent(); next = answers.next()) {
                judges.add(EvaluationPass.by(next.get().evaluator(), chosen));
            }
        }
        return judges;
    }

    private static Map<String, Evaluator> create(Set<String> judges, UnevaluatedAnswers answers,
            Evaluators evaluators) {
        Map<String, Evaluator> created = new HashMap<>();
        for (String evaluator : judges) {
            if (evaluators.providers().find(evaluator).isEmpty()) {
                throw new ConfigurationException("The run's answers need the evaluator '" + evaluator
                        + "', which is not on the class path. Add it, or give " + Setting.ANALYSIS_OPTION
                        + " evaluator=ID with one of "
                        + evaluators.providers().all().stream().map(EvaluatorProvider::id).sorted().toList());
            }
            created.put(evaluator, answers.evaluator(evaluator, evaluators));
        }
        return created;
    }
}
