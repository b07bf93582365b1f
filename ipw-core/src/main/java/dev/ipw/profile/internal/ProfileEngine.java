package dev.ipw.profile.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.Setting;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.internal.MeasurementWindowMonitor;
import dev.ipw.quality.internal.SelfCalibration;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.UnevaluatedAnswers;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunPhase;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The execution of a plan: warm up, measure idle power, run the load, measure idle power again, evaluate the answers,
 * write the results. The order is fixed and data flows one way; only the measurement window is in the queries' figures.
 */
public final class ProfileEngine {
    private static final long TICK_MILLIS = 500;
    private static final long STOP_CHECK_MILLIS = 50;
    private static final Duration SHORT_WAIT = Duration.ofSeconds(1);
    private static final int MIN_UNREACHED = 20;
    private static final int MAX_REASON_CHARACTERS = 300;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ProfilePlan plan;
    private final RunClock clock;
    private final CallRunner calls;
    private final Listeners listeners;
    private final List<String> warnings = new ArrayList<>();
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private volatile boolean stopped;
    private Optional<Calibration> calibration = Optional.empty();
    private boolean interrupted;
    private boolean measured;
    private volatile Optional<EvaluationPass> evaluation = Optional.empty();
    private boolean endedEarly = true;
    private long measuredNanos;
    private long lastEndNanos = Long.MIN_VALUE;
    private int finished;
    private int failed;
    private int unreachedInARow;

    /**
     * Prepares to run a plan once.
     *
     * @param plan the plan
     */
    public ProfileEngine(ProfilePlan plan) {
        this.plan = plan;
        clock = plan.configuration().clock();
        listeners = new Listeners(Stream.concat(plan.listeners().stream(),
                Stream.of(new StatusWriter(plan.directory(), System::nanoTime))).toList());
        calls = new CallRunner(plan.asking().client(), plan.settings().generation(),
                plan.settings().questions().system(),
                plan.asking().template(), plan.directory().artifacts(), plan.asking().setUp(),
                new CostModel(plan.configuration().accounting().pricing(), CostFactors.NONE), clock,
                new WaitingCalls(), plan.settings().measurement().replicas().responseHeader());
    }

    /**
     * Stops the run early, from any thread. Requests in flight are cancelled; finished answers are kept, evaluated and
     * written. During the evaluation it ends that; the remaining answers have no verdict until the run is resumed.
     */
    public void stop() {
        stopped = true;
        stopRequested.countDown();
        evaluation.ifPresent(EvaluationPass::stop);
    }

    /**
     * Runs the plan. An interrupt of the calling thread ends it early, as {@link #stop()} does, and is restored.
     *
     * @return the finished run
     * @throws ConfigurationException if the server refuses each request of the warm-up; a new run leaves no folder then,
     *                                and the run that it would have replaced is restored
     * @throws IpwException           if results cannot be written; requests synced before are in the journal
     */
    public RunReader run() {
        try {
            return runPlan();
        } catch (RuntimeException | Error ended) {
            boolean isRefused = ended instanceof ConfigurationException && plan.resumed().isEmpty()
                    && plan.variant().shard().isEmpty() && !measured;
            if (isRefused || plan.place().isReplacing()) {
                plan.place().discard();
            }
            throw ended;
        } finally {
            plan.place().keep();
        }
    }

    private RunReader runPlan() {
        try (Journal journal = plan.place().openJournal()) {
            begin(journal);
            warnOfClient(journal);
            if (plan.isAnythingLeft()) {
                SpareFiles spare = SpareFiles.of(plan.directory().journal());
                try {
                    sampled(journal);
                } finally {
                    spare.close();
                }
                warnOfClient(journal);
                plan.asking().runner().warnings().forEach(message -> warn(journal, message));
            } else {
                endedEarly = false;
            }
            if (finished == 0 && plan.isTooLate()) {
                endedEarly = true;
                warn(journal, "The time of the load was over before this shard had an answer, so the run lacks it."
                        + " Start all shards of a timed load together");
            }
            evaluate(journal);
            plan.telemetry().settle(System.nanoTime(), SHORT_WAIT);
            plan.telemetry().close();
            plan.telemetry().problems().forEach(problem -> warn(journal, problem));
            noteInterrupt();
            listeners.warnings().forEach(message -> warn(journal, message));
            return finish(journal);
        } finally {
            plan.telemetry().close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void warnOfClient(Journal journal) {
        plan.asking().client().warnings().stream().filter(message -> !warnings.contains(message))
                .forEach(message -> warn(journal, message));
    }

    /**
     * Evaluates the answers. If a judge's joules can be read, it samples at the full rate meanwhile, and waits for the
     * readings.
     */
    private void evaluate(Journal journal) {
        boolean isJudgeRead = plan.evaluation().evaluators().calls().asksThisMachine()
                && plan.telemetry().measuresEnergy();
        Optional<Watch> watch = isJudgeRead ? Optional.of(plan.telemetry().watch()) : Optional.empty();
        long end;
        try {
            end = timed(journal, RunPhase.EVALUATING, () -> judge(journal));
        } finally {
            watch.ifPresent(Watch::close);
        }
        if (isJudgeRead || finished > 0) {
            awaitReadings(isJudgeRead ? end : measuredNanos);
        }
    }

    /** Writes the results while the journal is locked, so that no other process continues the run meanwhile. */
    private RunReader finish(Journal journal) {
        notifyListeners(listener -> listener.phaseStarted(RunPhase.FINISHING));
        journal.sync();
        RunReader run = RunWriter.finish(plan.directory(), endedEarly, journal::requireCurrent);
        // Until here every read and write by its name was this run's.
        journal.sync();
        run.summary().warnings().stream().filter(message -> !warnings.contains(message))
                .forEach(message -> notifyListeners(listener -> listener.warned(message)));
        return run;
    }

    /** Begins the run. From here on a resumed run counts as unfinished, until its results are rewritten. */
    private void begin(Journal journal) {
        if (plan.resumed().isEmpty()) {
            journal.append(new JournalEntry.Begun(plan.configuration()));
            return;
        }
        Map<String, String> versions = plan.configuration().versions();
        journal.append(new JournalEntry.Resumed(clock, versions,
                plan.variant().shard().map(running -> running.shard().attempt())));
        journal.sync();
        plan.directory().removeSummary();
        String begunBy = plan.resumed().get().configuration().versions().getOrDefault("ipw", "");
        if (!begunBy.equals(versions.getOrDefault("ipw", ""))) {
            warn(journal, "The run was begun by ipw " + begunBy + " and resumed by ipw " + versions.get("ipw")
                    + "; what changed between them may show in its figures.");
        }
    }

    /** Samples at the full rate from before the warm-up; the session itself continues it for a moment afterwards. */
    private void sampled(Journal journal) {
        try (Watch watch = plan.telemetry().watch()) {
            timed(journal, RunPhase.WARMING_UP, () -> warmUp(journal, watch));
            plan.place().keep();
            rest(journal, RunPhase.RESTING_BEFORE);
            measuredNanos = timed(journal, RunPhase.MEASURING, () -> measure(journal));
            rest(journal, RunPhase.RESTING_AFTER);
        }
    }

    private long timed(Journal journal, RunPhase phase, TimedPhase work) {
        notifyListeners(listener -> listener.phaseStarted(phase));
        long start = System.nanoTime();
        long end = work.run();
        noteInterrupt();
        journal.append(
                new JournalEntry.PhaseTimed(new PhaseTime(phase, clock.sinceAnchor(start), clock.sinceAnchor(end))));
        return end;
    }

    /**
     * Records an interrupt, which ends the run early; it is cleared meanwhile, so that finished answers can be written.
     */
    private void noteInterrupt() {
        if (Thread.interrupted()) {
            endInterrupted();
        }
    }

    private void endInterrupted() {
        interrupted = true;
        stopped = true;
    }

    /** Waits until the joules up to a moment are known; only briefly if the run is to end. */
    private void awaitReadings(long moment) {
        List<String> awaited = settle(moment);
        if (!awaited.isEmpty() && !stopped) {
            String message = "Waiting for the readings of " + String.join(", ", awaited) + ", which come late; at most "
                    + TelemetrySession.LONGEST_SETTLE.toSeconds() + " s";
            notifyListeners(listener -> listener.waiting(message));
        }
        while (!awaited.isEmpty() && !stopped) {
            awaited = settle(moment);
        }
    }

    /** Waits for a second, and returns the sensors that are worth a longer wait. */
    private List<String> settle(long moment) {
        List<String> awaited = plan.telemetry().settle(moment,
                Duration.ofNanos(System.nanoTime() - moment).plus(SHORT_WAIT));
        noteInterrupt();
        return awaited;
    }

    /**
     * Measures the lag of the client's timestamps with the expected number of streams; for a rate, with the requests of
     * one second.
     */
    private void calibrate() {
        if (!plan.settings().measurement().calibration() || !plan.asking().client().usesLibraryTransport()
                || !plan.asking().runner().asksModel() || stopped) {
            return;
        }
        try {
            calibration = SelfCalibration.run(plan.streams());
        } catch (InterruptedException stop) {
            endInterrupted();
        }
    }

    private long warmUp(Journal journal, Watch watch) {
        int planned = plan.asking().runner().asksModel() ? plan.settings().measurement().warmupQueries() : 0;
        calibrate();
        WarmUp warmUp = new WarmUp(plan.asking().client(), plan.settings().generation(), planned, plan.streams());
        long start = System.nanoTime();
        try {
            warmUp.run(() -> stopped, done -> progressed(RunPhase.WARMING_UP, planned, done, start));
        } catch (InterruptedException stop) {
            endInterrupted();
        }
        long end = System.nanoTime();
        if (!stopped) {
            warmUp.warning().ifPresent(message -> warn(journal, message));
        }
        if (planned > 0 && !stopped) {
            awaitReadings(end);
        }
        if (!stopped) {
            watch.awaitSteady();
        }
        return end;
    }

    /** Leaves the machine idle, if a sensor measures its power. */
    private void rest(Journal journal, RunPhase phase) {
        long restNanos = Math.round(plan.settings().measurement().idleSeconds() * NANOS_PER_SECOND);
        boolean metered = plan.configuration().client().servingHost() == ServingHost.REMOTE
                ? plan.telemetry().metersServingMachine()
                : plan.telemetry().measuresEnergy();
        if (restNanos > 0 && metered && !stopped) {
            timed(journal, phase, () -> rest(phase, restNanos));
        }
    }

    private long rest(RunPhase phase, long restNanos) {
        int seconds = (int) Math.ceil(restNanos / NANOS_PER_SECOND);
        long start = System.nanoTime();
        long rested = 0;
        while (rested < restNanos && !stopped) {
            progressed(phase, seconds, (int) (rested / NANOS_PER_SECOND), start);
            try {
                stopRequested.await(Math.min(restNanos - rested, TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)),
                        TimeUnit.NANOSECONDS);
            } catch (InterruptedException stop) {
                endInterrupted();
            }
            rested = System.nanoTime() - start;
        }
        progressed(phase, seconds, (int) Math.min(seconds, Math.ceil(rested / NANOS_PER_SECOND)), start);
        return System.nanoTime();
    }

    /** Runs the load. The phase ends with the last answer: later work is not the model's. */
    private long measure(Journal journal) {
        measured = true;
        if (stopped) {
            return System.nanoTime();
        }
        reportCommonStart();
        Questions questions = new Questions(plan.questions(), plan.rounds(), plan::isAnswered, plan.spec());
        try (MeasurementWindowMonitor watch = MeasurementWindowMonitor.start(clock,
                plan.configuration().client().isInProcess());
                Dispatcher dispatcher = Dispatcher.of(plan.asking().runner(), calls, questions, plan.loadLeft(),
                        plan.settings().questions().seed())) {
            Optional<MissedTime> missed = plan.missedTime(System.nanoTime());
            dispatcher.start(plan.commonStartNanos());
            collect(dispatcher, journal, watch);
            endedEarly = !dispatcher.isDone();
            dispatcher.left().forEach(late -> keep(journal, watch, late));
            watch.judge(calibration).map(times -> missed.map(time -> time.judged(times)).orElse(times))
                    .ifPresent(validity -> journal.append(new JournalEntry.TimesJudged(validity)));
            dispatcher.stop();
            dispatcher.left().forEach(late -> keep(journal, late));
        }
        return finished == 0 ? System.nanoTime() : clock.nanoTime(lastEndNanos);
    }

    /** Reports that the load waits for the start that all shards have in common. */
    private void reportCommonStart() {
        long left = plan.commonStartNanos().orElseGet(System::nanoTime) - System.nanoTime();
        if (left > SHORT_WAIT.toNanos()) {
            String message = "Waiting for the common start of all shards, in " + TimeUnit.NANOSECONDS.toSeconds(left)
                    + " s";
            notifyListeners(listener -> listener.waiting(message));
        }
    }

    private void collect(Dispatcher dispatcher, Journal journal, MeasurementWindowMonitor watch) {
        OptionalInt planned = plan.queriesLeft();
        Optional<Duration> duration = plan.loadLeft().duration();
        LiveTally tally = new LiveTally(plan, dispatcher, calls);
        long start = System.nanoTime();
        long lastTick = start;
        Optional<LiveFigures> live = Optional.empty();
        while (!dispatcher.isDone() && !stopped) {
            Optional<QueryEvent> next = next(dispatcher);
            journal.requireWritable();
            if (next.isPresent()) {
                keep(journal, watch, next.get());
                if (next.get() instanceof QueryEvent.Finished query) {
                    tally.add(query.outcome());
                }
                endIfServerIsGone(journal, dispatcher, next.get());
            }
            long now = System.nanoTime();
            boolean tick = now - lastTick > TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
            if (tick || next.isPresent() || dispatcher.isDone()) {
                if (tick) {
                    // With long answers nothing is written for minutes.
                    journal.requireCurrent();
                }
                live = tick ? tally.now() : live;
                lastTick = tick ? now : lastTick;
                RunProgress progress = new RunProgress(planned, duration, finished, failed,
                        Duration.ofNanos(now - start), live);
                notifyListeners(listener -> listener.progressed(RunPhase.MEASURING, progress));
            }
        }
    }

    private void keep(Journal journal, MeasurementWindowMonitor watch, QueryEvent event) {
        keep(journal, event);
        if (event instanceof QueryEvent.Called called) {
            ResponseTimeline timeline = called.call().timeline();
            watch.takenUp(timeline);
            if (called.call().failure().isEmpty()) {
                watch.answered(timeline);
            }
        }
    }

    /** Ends a run whose server was unreachable for many requests in a row, more of them if more are in flight. */
    private void endIfServerIsGone(Journal journal, Dispatcher dispatcher, QueryEvent event) {
        if (!(event instanceof QueryEvent.Called called)) {
            return;
        }
        unreachedInARow = called.call().reachedServer() ? 0 : unreachedInARow + 1;
        if (unreachedInARow >= Math.max(MIN_UNREACHED, 2 * dispatcher.inFlight()) && !stopped) {
            stopped = true;
            warn(journal, "The server could not be reached by the last " + unreachedInARow
                    + " requests" + called.call().failure()
                            .map(failure -> " (" + Excerpt.of(failure.message(), MAX_REASON_CHARACTERS) + ")")
                            .orElse("")
                    + ", so the run was ended early; what was answered is kept. Once the server is back, "
                    + (plan.variant().shard().isPresent()
                            ? "run the shard again with the same settings"
                            : Setting.RESUME_NAMED_RUN.of(plan.directory().path().getFileName()))
                    + ".");
        }
    }

    private Optional<QueryEvent> next(Dispatcher dispatcher) {
        try {
            return dispatcher.take(STOP_CHECK_MILLIS);
        } catch (InterruptedException stop) {
            endInterrupted();
            return Optional.empty();
        }
    }

    private void keep(Journal journal, QueryEvent event) {
        switch (event) {
            case QueryEvent.Called called -> journal.append(new JournalEntry.Called(called.queryId(), called.call()));
            case QueryEvent.Finished query -> {
                journal.append(JournalEntry.Finished.of(query.planned().question(), query.planned().evaluator(),
                        query.outcome()));
                finished++;
                failed += query.outcome().failure().isPresent() ? 1 : 0;
                lastEndNanos = Math.max(lastEndNanos, query.outcome().endNanos());
                notifyListeners(listener -> listener.queryFinished(query.outcome()));
            }
        }
    }

    /** Evaluates the answers in the journal, so that memory need not hold them meanwhile. */
    private long judge(Journal journal) {
        AnswerEvaluator judge = new AnswerEvaluator(plan.evaluation().byId());
        EvaluationPass current = new EvaluationPass(() -> UnevaluatedAnswers.orFailed(plan.directory()), journal,
                plan.evaluation().evaluators(), Optional.empty(), Optional.of(clock));
        long start = System.nanoTime();
        evaluation = Optional.of(current);
        boolean isWhole = current.judge(answers -> judge,
                (all, done) -> progressed(RunPhase.EVALUATING, all, done, start));
        evaluation = Optional.empty();
        endedEarly |= !isWhole;
        noteInterrupt();
        current.warnings().forEach(message -> warn(journal, message));
        return System.nanoTime();
    }

    private void warn(Journal journal, String message) {
        warnings.add(message);
        journal.append(new JournalEntry.Warned(message));
        notifyListeners(listener -> listener.warned(message));
    }

    private void progressed(RunPhase phase, int planned, int finished, long startNanos) {
        RunProgress progress = RunProgress.ofSteps(planned, finished, Duration.ofNanos(System.nanoTime() - startNanos));
        notifyListeners(listener -> listener.progressed(phase, progress));
    }

    private void notifyListeners(Consumer<ProfilerListener> message) {
        listeners.notifyEach(message);
    }

    @FunctionalInterface
    private interface TimedPhase {
        /** Runs the phase and returns its end time in nanoseconds. */
        long run();
    }
}
