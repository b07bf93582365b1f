package dev.ipw.profile;

import dev.ipw.dataset.Turn;
import dev.ipw.inference.Message;
import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.record.RequestOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Put a load on a model, each request on a virtual thread, and hand the outcomes to one taker. */
abstract class Dispatcher implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Dispatcher.class);
    private static final long STOP_MILLIS = 5_000;

    private final RequestRunner runner;
    private final Questions questions;
    private final long longestNanos;
    private final LinkedBlockingQueue<Optional<Answered>> outcomes = new LinkedBlockingQueue<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private volatile long startNanos;
    private volatile boolean stopping;

    Dispatcher(RequestRunner runner, Questions questions, Load load) {
        this.runner = runner;
        this.questions = questions;
        longestNanos = load.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** Make the dispatcher of a load. */
    static Dispatcher of(RequestRunner runner, Questions questions, Load load, long seed) {
        return switch (load.shape()) {
            case LoadShape.FixedConcurrency fixed -> new ClosedLoop(runner, questions, load, fixed.requests());
            case LoadShape.ArrivalRate rate ->
                new OpenLoop(runner, questions, load, new Arrivals(rate, load.ramp(), load.seed().orElse(seed))::next);
            case LoadShape.Replay replay -> new OpenLoop(runner, questions, load, replay.arrivals(questions::isKeptAt));
        };
    }

    void start() {
        questions.passKept();
        startNanos = System.nanoTime();
        begin();
    }

    /** Start the first threads, each by {@link #fork}. */
    abstract void begin();

    /** Start a thread that counts as work until it ends. */
    final void fork(Thread.Builder thread, Runnable work) {
        open.incrementAndGet();
        Thread forked = thread.unstarted(() -> {
            try {
                work.run();
            } finally {
                threads.remove(Thread.currentThread());
                if (open.decrementAndGet() == 0) {
                    // Wakes the taker, who need not wait for anything more.
                    outcomes.add(Optional.empty());
                }
            }
        });
        threads.add(forked);
        if (stopping) {
            forked.interrupt();
        }
        forked.start();
    }

    /** Take the next question, or conversation, to start at a moment; empty once there are no more, or it is too late. */
    final List<PlannedQuestion> next(long moment) {
        return stopping || moment - startNanos >= longestNanos ? List.of() : questions.next();
    }

    /** Wait for a moment. False if it is not worth waiting for, since everything ends before. */
    final boolean await(long offsetNanos) {
        if (offsetNanos >= longestNanos) {
            return false;
        }
        long moment = startNanos + offsetNanos;
        for (long left = moment - System.nanoTime(); left > 0 && !stopping; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return !stopping;
    }

    final long startNanos() {
        return startNanos;
    }

    /**
     * Ask a question, or the turns of a conversation one after the other, and keep the outcomes unless they were cancelled. A
     * turn goes out when the one before is answered and its pause is over; one that fails ends its conversation, and those
     * after it are kept as not asked.
     */
    final void ask(List<PlannedQuestion> turns, long intendedStartNanos) {
        List<Message> said = new ArrayList<>();
        Optional<String> failed = Optional.empty();
        long due = intendedStartNanos;
        for (PlannedQuestion turn : turns) {
            Optional<Turn> place = Turn.of(turn.question());
            if (questions.isKept(turn)) {
                Optional<String> answer = questions.keptAnswer(turn);
                say(turn, said);
                answer.ifPresent(text -> said.add(new Message(Message.Role.ASSISTANT, text)));
                failed = answer.isPresent() || failed.isPresent() ? failed : Optional.of(turn.question().id());
                continue;
            }
            if (failed.isPresent()) {
                outcomes.add(Optional.of(new Answered(turn, RequestRunner.notAsked(turn.question(), failed.get(),
                        runner.clock()))));
                continue;
            }
            if (!said.isEmpty()) {
                due = System.nanoTime() + place.map(Turn::delayNanos).orElse(0L);
                if (!await(due - startNanos)) {
                    return;
                }
            }
            say(turn, said);
            RequestOutcome outcome = runner.run(turn.question(), said, due);
            if (stopping && outcome.failure().isPresent()) {
                return;
            }
            outcomes.add(Optional.of(new Answered(turn, outcome)));
            // A client that interrupts itself must not cancel the next request.
            Thread.interrupted();
            said.add(new Message(Message.Role.ASSISTANT, outcome.answer()));
            failed = outcome.failure().map(why -> turn.question().id());
        }
        Thread.interrupted();
    }

    /** Count the requests in flight, those that are about to be sent among them. */
    final int inFlight() {
        return open.get();
    }

    private static void say(PlannedQuestion turn, List<Message> said) {
        Turn.of(turn.question()).flatMap(Turn::system)
                .ifPresent(text -> said.add(new Message(Message.Role.SYSTEM, text)));
        said.add(new Message(Message.Role.USER, turn.question().prompt()));
    }

    /** Say whether everything was asked and taken. */
    final boolean isDone() {
        // What wakes the taker is no outcome.
        return open.get() == 0 && outcomes.stream().noneMatch(Optional::isPresent);
    }

    /** Wait for the next outcome; empty if none came in time. */
    final Optional<Answered> take(long timeoutMillis) throws InterruptedException {
        Optional<Answered> next = outcomes.poll(timeoutMillis, TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    /** Give the outcomes that came and were not taken. */
    final List<Answered> left() {
        List<Optional<Answered>> left = new ArrayList<>();
        outcomes.drainTo(left);
        return left.stream().flatMap(Optional::stream).toList();
    }

    /**
     * Cancel what is in flight, start nothing more and wait a moment for the threads. Outcomes that came before can be
     * taken; what fails from here on was cancelled and leaves none.
     */
    final void stop() {
        if (stopping) {
            return;
        }
        stopping = true;
        threads.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        threads.forEach(thread -> {
            if (!ThreadEnd.comesBy(thread, deadline)) {
                LOGGER.warn("A request does not end although it was cancelled; its answer is not waited for");
            }
        });
    }

    @Override
    public final void close() {
        stop();
    }

    /** An outcome beside what was asked. */
    record Answered(PlannedQuestion planned, RequestOutcome outcome) {}
}
