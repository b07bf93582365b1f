package dev.ipw.engine.profile;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.engine.evaluation.JudgeCalls;
import dev.ipw.engine.journal.FinishedQuery;
import dev.ipw.engine.journal.Journal;
import dev.ipw.engine.journal.JournalEntry;
import dev.ipw.engine.journal.UnevaluatedAnswers;
import dev.ipw.query.QueryOutcome;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Judge the answers of a run that have no verdict, as the journal has them: those of a run that has just been measured, and
 * those that a run which was cut off left behind. Several are
 * evaluated at once, and verdicts are kept in the answers' order. Memory holds no more answers than are being judged.
 */
final class EvaluationPass {
    private static final long TICK_MILLIS = 50;

    private final Supplier<UnevaluatedAnswers> open;
    private final Journal journal;
    private final Evaluators evaluators;
    private final Optional<String> chosen;
    private final Optional<RunClock> clock;
    private final List<String> warnings = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * Evaluates answers.
     *
     * @param open       looks for the answers in the journal, once that is synced
     * @param journal    takes the verdicts
     * @param evaluators say how many judge at once, and for how long each
     * @param chosen     judges all of them, if it is there
     * @param clock      the run's clock, where this process reads its sensors; then the times of judges' calls are kept
     */
    EvaluationPass(Supplier<UnevaluatedAnswers> open, Journal journal, Evaluators evaluators,
            Optional<String> chosen, Optional<RunClock> clock) {
        this.clock = clock;
        this.open = open;
        this.journal = journal;
        this.evaluators = evaluators;
        this.chosen = chosen;
    }

    /** Ends soon, from any thread: what is being judged is interrupted and stays without a verdict. */
    void stop() {
        stopped = true;
    }

    /**
     * Judges them all. An interrupt of the thread ends it as {@link #stop} does, and is restored.
     *
     * @param judges   gives the judge of the evaluators that a journal names
     * @param progress hears how many there are and how many are done
     * @return false if it was ended before all were judged
     */
    boolean judge(Function<UnevaluatedAnswers, AnswerEvaluator> judges, Progress progress) {
        journal.sync();
        boolean interrupted = false;
        evaluators.calls().take();
        try (UnevaluatedAnswers answers = open.get();
                ParallelEvaluations<Owner> evaluations = new ParallelEvaluations<>(evaluators.settings(),
                        System::nanoTime)) {
            Keeping keeping = new Keeping(judges.apply(answers), answers, progress);
            try {
                while (!stopped && keeping.fill(evaluations)) {
                    evaluations.take(TICK_MILLIS).ifPresent(keeping::keep);
                    evaluators.tellProgress();
                    stopped |= hangs(evaluations) || Thread.currentThread().isInterrupted();
                }
            } catch (InterruptedException stop) {
                interrupted = true;
                stopped = true;
            } catch (CancellationException cut) {
                // Verdicts that are there are kept; whoever reads next hears of it again.
                stopped = true;
            }
            evaluations.finished().forEach(keeping::keep);
            keeping.warning().ifPresent(warnings::add);
            warnings.addAll(keeping.judge.warnings());
        }
        noteCalls();
        evaluators.tellProgress();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !stopped;
    }

    /** Keeps what judges were asked, before the verdicts that came of it. */
    private void noteCalls() {
        JudgeCalls.Taken taken = evaluators.calls().take();
        if (taken.isEmpty()) {
            return;
        }
        List<TimeSpan> inFlight = clock.map(known -> taken.inFlight().stream().map(
                span -> new TimeSpan(known.sinceAnchor(span.startNanos()), known.sinceAnchor(span.endNanos())))
                .toList()).orElse(List.of());
        journal.append(new JournalEntry.JudgesAsked(inFlight, clock.isPresent() ? taken.local() : 0, taken.remote(),
                clock.isPresent() ? 0 : taken.local()));
    }

    private boolean hangs(ParallelEvaluations<Owner> evaluations) {
        boolean hangs = evaluations.isStuck();
        if (hangs) {
            warnings.add("The evaluation was ended, as " + ParallelEvaluations.MOST_STUCK
                    + " evaluations ran past their deadline and ignored the interrupt. The remaining answers "
                    + "have no verdict");
        }
        return hangs;
    }

    /** Returns what a reader of the run should know. */
    List<String> warnings() {
        return warnings;
    }

    /**
     * Returns the evaluator of an answer. An answer that is not to be evaluated stays so, whatever is chosen for the
     * others.
     */
    static String by(String named, Optional<String> chosen) {
        return named.equals(Evaluators.NONE) ? named : chosen.orElse(named);
    }

    /** Take answers from the journal and put verdicts into it. */
    private final class Keeping {
        private final AnswerEvaluator judge;
        private final UnevaluatedAnswers answers;
        private final Progress progress;
        private boolean isAnyLeft = true;
        private int judged;
        private int again;
        private int failedAgain;

        Keeping(AnswerEvaluator judge, UnevaluatedAnswers answers, Progress progress) {
            this.judge = judge;
            this.answers = answers;
            this.progress = progress;
        }

        /** Begins as many evaluations as there is room for; false if all are done. */
        boolean fill(ParallelEvaluations<Owner> evaluations) {
            while (isAnyLeft && evaluations.hasRoom()) {
                Optional<FinishedQuery> next = answers.next();
                isAnyLeft = next.isPresent();
                next.ifPresent(request -> begin(evaluations, request));
            }
            return isAnyLeft || !evaluations.isEmpty();
        }

        private void begin(ParallelEvaluations<Owner> evaluations, FinishedQuery request) {
            String evaluator = by(request.evaluator(), chosen);
            String id = request.question().id();
            QueryOutcome outcome = request.outcome();
            PlannedQuestion planned = new PlannedQuestion(request.question(), evaluator);
            evaluations.begin(new Owner(id, evaluator, !evaluator.equals(request.evaluator()),
                    answers.attempts(id) + 1), () -> judge.evaluate(planned, outcome));
        }

        void keep(ParallelEvaluations.Result<Owner> result) {
            Owner owner = result.owner();
            noteCalls();
            judge.count(owner.evaluator, result.evaluation());
            journal.append(new JournalEntry.Evaluated(owner.recordId, result.evaluation(), owner.attempt,
                    owner.isOther ? Optional.of(owner.evaluator) : Optional.empty()));
            judged++;
            if (owner.attempt > 1) {
                again++;
                failedAgain += result.evaluation().failed() ? 1 : 0;
            }
            progress.judged(answers.count(), judged);
        }

        /** An earlier warning of the run may say that these failed. */
        Optional<String> warning() {
            return again == 0
                    ? Optional.empty()
                    : Optional.of("Of the answers without a verdict, " + again + " were evaluated again"
                            + (failedAgain == 0 ? "" : "; " + failedAgain + " of these evaluations failed"));
        }
    }

    private record Owner(String recordId, String evaluator, boolean isOther, int attempt) {}

    @FunctionalInterface
    interface Progress {
        void judged(int all, int done);
    }
}
