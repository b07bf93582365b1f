package dev.ipw.profile;

import dev.ipw.error.IpwException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.results.Journal;
import dev.ipw.results.JournalEntry;
import dev.ipw.results.RunPhase;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunWriter;
import dev.ipw.telemetry.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run a plan: warm up, put the load on the model, judge the answers, write the results. The order is fixed and data flows
 * one way; only the measured stretch is in the queries' numbers.
 */
public final class ProfileEngine {
    private static final Logger LOGGER = LoggerFactory.getLogger(ProfileEngine.class);
    private static final long TICK_MILLIS = 500;
    private static final long STOP_CHECK_MILLIS = 50;
    private static final String WARM_UP_PROMPT = "Count from one to ten.";
    private static final int WARM_UP_TOKENS = 32;

    private final ProfilePlan plan;
    private final RunClock clock;
    private final RequestRunner runner;
    private volatile boolean stopped;
    private boolean interrupted;

    /**
     * Prepare to run a plan once.
     *
     * @param plan what to run
     */
    public ProfileEngine(ProfilePlan plan) {
        this.plan = plan;
        clock = plan.configuration().clock();
        runner = new RequestRunner(plan.client(), plan.configuration().generation(), clock);
    }

    /**
     * Ask the run to end early, from any thread. Requests in flight are cancelled, what has finished is kept, judged and
     * written.
     */
    public void stop() {
        stopped = true;
    }

    /**
     * Run the plan. An interrupt of the calling thread ends it early, as {@link #stop()} does, and is restored.
     *
     * @return the finished run
     * @throws IpwException if results cannot be written; requests synced before are in the journal
     */
    public RunReader run() {
        try (Journal journal = Journal.append(plan.directory().journal())) {
            journal.append(new JournalEntry.Begun(plan.configuration()));
            List<Dispatcher.Answered> answered = new ArrayList<>();
            timed(journal, RunPhase.WARMING_UP, this::warmUp);
            timed(journal, RunPhase.MEASURING, () -> measure(journal, answered));
            timed(journal, RunPhase.EVALUATING, () -> judge(journal, answered));
            plan.telemetry().settle(System.nanoTime());
        } finally {
            plan.telemetry().close();
        }
        tell(listener -> listener.phaseStarted(RunPhase.FINISHING));
        RunReader finished = RunWriter.finish(plan.directory(), stopped);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return finished;
    }

    private void timed(Journal journal, RunPhase phase, Stretch stretch) {
        tell(listener -> listener.phaseStarted(phase));
        long start = clock.sinceAnchor(System.nanoTime());
        endingEarly(stretch);
        journal.append(new JournalEntry.PhaseTimed(phase, start, clock.sinceAnchor(System.nanoTime())));
    }

    /** An interrupt ends the stretch and the run with it; what has finished is still judged and written. */
    private void endingEarly(Stretch stretch) {
        try {
            stretch.run();
        } catch (InterruptedException stop) {
            stopped = true;
            interrupted = true;
        }
    }

    private void warmUp() throws InterruptedException {
        int planned = plan.configuration().warmupQueries();
        GenerationOptions options = plan.configuration().generation().withMaxTokens(WARM_UP_TOKENS);
        RequestRunner warmUp = new RequestRunner(plan.client(), options, clock);
        long start = System.nanoTime();
        for (int done = 0; done < planned && !stopped; done++) {
            RequestOutcome outcome = warmUp.run("warm-up", WARM_UP_PROMPT);
            Optional<RequestFailure> failure = outcome.failure();
            failure.ifPresent(why -> tell(listener -> listener.warned("A warm-up request failed: " + why.message())));
            progressed(RunPhase.WARMING_UP, planned, done + 1, 0, start);
        }
        plan.telemetry().settle(System.nanoTime());
    }

    private void measure(Journal journal, List<Dispatcher.Answered> answered) throws InterruptedException {
        if (stopped) {
            return;
        }
        try (Dispatcher dispatcher = new Dispatcher(runner, plan.questions(), concurrency())) {
            dispatcher.start();
            endingEarly(() -> collect(dispatcher, journal, answered));
            dispatcher.stop();
            for (Optional<Dispatcher.Answered> late = dispatcher.take(0); late.isPresent(); late = dispatcher.take(0)) {
                keep(journal, answered, late.get());
            }
        }
    }

    private void collect(Dispatcher dispatcher, Journal journal, List<Dispatcher.Answered> answered)
            throws InterruptedException {
        int planned = plan.questions().size();
        long start = System.nanoTime();
        long lastTick = start;
        int failed = 0;
        while (answered.size() < planned && !stopped) {
            Optional<Dispatcher.Answered> next = dispatcher.take(STOP_CHECK_MILLIS);
            if (next.isPresent()) {
                keep(journal, answered, next.get());
                failed += next.get().outcome().failure().isPresent() ? 1 : 0;
            }
            if (next.isPresent() || System.nanoTime() - lastTick > Duration.ofMillis(TICK_MILLIS).toNanos()) {
                lastTick = System.nanoTime();
                progressed(RunPhase.MEASURING, planned, answered.size(), failed, start);
            }
        }
    }

    private void keep(Journal journal, List<Dispatcher.Answered> answered, Dispatcher.Answered next) {
        journal.append(
                new JournalEntry.Finished(next.planned().question(), next.planned().evaluator(), next.outcome()));
        answered.add(next);
        tell(listener -> listener.requestFinished(next.outcome()));
    }

    private void judge(Journal journal, List<Dispatcher.Answered> answered) throws InterruptedException {
        AnswerJudge judge = new AnswerJudge(plan.evaluators());
        long start = System.nanoTime();
        int judged = 0;
        for (Dispatcher.Answered one : answered) {
            Optional<Evaluation> evaluation = judge.judge(one.planned(), one.outcome());
            evaluation.ifPresent(
                    verdict -> journal.append(new JournalEntry.Judged(one.outcome().recordId(), verdict)));
            judged++;
            progressed(RunPhase.EVALUATING, answered.size(), judged, 0, start);
        }
    }

    private int concurrency() {
        return switch (plan.load()) {
            case Load.FixedConcurrency fixed -> fixed.requests();
        };
    }

    private void progressed(RunPhase phase, int planned, int finished, int failed, long startNanos) {
        RunProgress progress = new RunProgress(planned, finished, failed,
                Duration.ofNanos(System.nanoTime() - startNanos));
        tell(listener -> listener.progressed(phase, progress));
    }

    private void tell(Consumer<ProfilerListener> message) {
        for (ProfilerListener listener : plan.listeners()) {
            try {
                message.accept(listener);
            } catch (RuntimeException broken) {
                LOGGER.warn("Listener {} failed; the run goes on", listener.getClass().getName(), broken);
            }
        }
    }

    @FunctionalInterface
    private interface Stretch {
        void run() throws InterruptedException;
    }
}
