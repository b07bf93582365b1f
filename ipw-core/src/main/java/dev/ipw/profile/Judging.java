package dev.ipw.profile;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.results.Journal;
import dev.ipw.results.JournalEntry;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.UnjudgedAnswers;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judge the answers of a run that have no verdict, as the journal has them: those of a run that has just been measured, and
 * those that a run which was cut off left behind. Those that were judged in vain may be judged again.
 */
final class Judging {
    private final RunDirectory directory;
    private final Journal journal;
    private final int mostAttempts;
    private final Optional<String> chosen;

    /** Judge what nobody has judged. */
    Judging(RunDirectory directory, Journal journal) {
        this(directory, journal, 1, Optional.empty());
    }

    /** Judge what has no verdict and was judged less often than so many times, if chosen all of it by one evaluator. */
    Judging(RunDirectory directory, Journal journal, int mostAttempts, Optional<String> chosen) {
        this.directory = directory;
        this.journal = journal;
        this.mostAttempts = mostAttempts;
        this.chosen = chosen;
    }

    /**
     * Judge them all.
     *
     * @param judges   gives the judge of the evaluators that a journal names
     * @param progress hears how many there are and how many are done
     */
    void judge(Function<UnjudgedAnswers, AnswerJudge> judges, Progress progress) {
        journal.sync();
        try (UnjudgedAnswers answers = UnjudgedAnswers.of(directory, mostAttempts)) {
            AnswerJudge judge = judges.apply(answers);
            int judged = 0;
            for (Optional<JournalEntry.Finished> next = answers.next(); next.isPresent(); next = answers.next()) {
                JournalEntry.Finished request = next.get();
                String evaluator = by(request.evaluator(), chosen);
                PlannedQuestion planned = new PlannedQuestion(request.question(), evaluator);
                Optional<Evaluation> verdict = judge.judge(planned, request.outcome());
                int attempt = answers.attempts(request.question().id()) + 1;
                verdict.ifPresent(
                        one -> journal.append(new JournalEntry.Judged(request.question().id(), one, attempt,
                                Optional.of(evaluator).filter(other -> !other.equals(request.evaluator())))));
                judged++;
                progress.judged(answers.count(), judged);
            }
        }
    }

    /** Say who judges an answer. One that nobody is to judge stays so, whoever is chosen for the others. */
    static String by(String named, Optional<String> chosen) {
        return named.equals(Evaluators.NONE) ? named : chosen.orElse(named);
    }

    @FunctionalInterface
    interface Progress {
        void judged(int all, int done);
    }
}
