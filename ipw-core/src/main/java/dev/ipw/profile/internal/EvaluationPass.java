package dev.ipw.profile.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.evaluation.internal.JudgeCalls;
import dev.ipw.query.QueryOutcome;
import dev.ipw.results.internal.journal.FinishedQuery;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.UnevaluatedAnswers;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The evaluation of the answers of a run that have no verdict, from the journal: those of a run that has just been
 * measured, and those of a run that was cut off. Several are evaluated in parallel, and verdicts are kept in the
 * answers' order. Memory holds only the answers that are being evaluated.
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
     * Creates the pass.
     *
     * @param open       finds the answers in the journal, after it is synced
     * @param journal    takes the verdicts
     * @param evaluators the evaluators with their parallelism and their time limit
     * @param chosen     the evaluator of all answers, if one was chosen
     * @param clock      the run's clock, if this process reads its sensors; then the times of judges' calls are kept
     */
    EvaluationPass(Supplier<UnevaluatedAnswers> open, Journal journal, Evaluators evaluators,
            Optional<String> chosen, Optional<RunClock> clock) {
        this.clock = clock;
        this.open = open;
        this.journal = journal;
        this.evaluators = evaluators;
        this.chosen = chosen;
    }

    /** Ends soon, from any thread: evaluations in progress are interrupted and give no verdict. */
    void stop() {
        stopped = true;
    }

    /**
     * Evaluates all answers. An interrupt of the thread ends it as {@link #stop} does.
     *
     * @param judges   returns the evaluator for the ids that a journal names
     * @param progress receives the number of answers, in all and done
     * @return false if it was ended before all were evaluated
     */
    boolean judge(Function<UnevaluatedAnswers, AnswerEvaluator> judges, Progress progress) {
        journal.sync();
        evaluators.calls().take();
        try (UnevaluatedAnswers answers = open.get();
                ParallelEvaluations<Owner> evaluations = new ParallelEvaluations<>(evaluators.settings(),
                        System::nanoTime)) {
            Keeping keeping = new Keeping(judges.apply(answers), answers, progress);
            try {
                while (!stopped && keeping.fill(evaluations)) {
                    evaluations.take(TICK_MILLIS).ifPresent(keeping::keep);
                    evaluators.reportProgress();
                    stopped |= hangs(evaluations) || Thread.currentThread().isInterrupted();
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                stopped = true;
            } catch (CancellationException cut) {
                // Existing verdicts are kept; the next read reports the failure again.
                stopped = true;
            }
            evaluations.finished().forEach(keeping::keep);
            keeping.warning().ifPresent(warnings::add);
            warnings.addAll(keeping.judge.warnings());
        }
        noteCalls();
        evaluators.reportProgress();
        return !stopped;
    }

    /** Keeps the calls of judges, before the verdicts that they led to. */
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
            warnings.add("The evaluation was ended, as " + ParallelEvaluations.MAX_STUCK
                    + " evaluations ran past their deadline and ignored the interrupt. The remaining answers "
                    + "have no verdict");
        }
        return hangs;
    }

    /** Returns warnings that a reader should know. */
    List<String> warnings() {
        return warnings;
    }

    /**
     * Returns the evaluator of an answer. An answer that is not to be evaluated stays so, whatever evaluator is chosen
     * for the others.
     */
    static String by(String named, Optional<String> chosen) {
        return named.equals(Evaluators.NONE) ? named : chosen.orElse(named);
    }

    /** A pass over answers from the journal whose verdicts are kept in it. */
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

        /** Begins as many evaluations as allowed; returns false if all are done. */
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

        /** Returns a note on repeated evaluations: an earlier warning of the run may report that these failed. */
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
