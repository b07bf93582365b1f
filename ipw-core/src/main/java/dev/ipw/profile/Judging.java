package dev.ipw.profile;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.results.Journal;
import dev.ipw.results.JournalEntry;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.UnjudgedAnswers;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judge the answers of a run that have no verdict, as the journal has them: those of a run that has just been measured, and
 * those that a run which was cut off left behind.
 */
final class Judging {
    private final RunDirectory directory;
    private final Journal journal;

    Judging(RunDirectory directory, Journal journal) {
        this.directory = directory;
        this.journal = journal;
    }

    /**
     * Judge them all.
     *
     * @param judges   gives the judge of the evaluators that a journal names
     * @param progress hears how many there are and how many are done
     */
    void judge(Function<UnjudgedAnswers, AnswerJudge> judges, Progress progress) {
        journal.sync();
        try (UnjudgedAnswers answers = UnjudgedAnswers.of(directory)) {
            AnswerJudge judge = judges.apply(answers);
            int judged = 0;
            for (Optional<JournalEntry.Finished> next = answers.next(); next.isPresent(); next = answers.next()) {
                JournalEntry.Finished request = next.get();
                PlannedQuestion planned = new PlannedQuestion(request.question(), request.evaluator());
                Optional<Evaluation> verdict = judge.judge(planned, request.outcome());
                verdict.ifPresent(one -> journal.append(new JournalEntry.Judged(request.question().id(), one)));
                judged++;
                progress.judged(answers.count(), judged);
            }
        }
    }

    @FunctionalInterface
    interface Progress {
        void judged(int all, int done);
    }
}
