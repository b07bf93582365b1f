package dev.ipw.profile.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.RequestFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The load on a model, each query on a virtual thread, with one taker of the events. */
abstract class Dispatcher implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Dispatcher.class);
    private static final long STOP_MILLIS = 5_000;
    private static final int MAX_MESSAGE_CHARACTERS = 4096;

    private final QueryRunner runner;
    private final CallRunner calls;
    private final Questions questions;
    private final long longestNanos;
    private final LinkedBlockingQueue<Optional<QueryEvent>> events = new LinkedBlockingQueue<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger asking = new AtomicInteger();
    private volatile long startNanos;
    private volatile boolean stopping;

    Dispatcher(QueryRunner runner, CallRunner calls, Questions questions, Load load) {
        this.runner = runner;
        this.calls = calls;
        this.questions = questions;
        longestNanos = load.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** Creates the dispatcher of a load. */
    static Dispatcher of(QueryRunner runner, CallRunner calls, Questions questions, Load load, long seed) {
        return switch (load.shape()) {
            case LoadShape.FixedConcurrency fixed -> new ClosedLoop(runner, calls, questions, load,
                    (int) questions.shard().partOf(fixed.requests()));
            case LoadShape.ArrivalRate rate -> {
                Arrivals whole = new Arrivals(rate, load.ramp(), load.duration(), load.seed().orElse(seed));
                yield new OpenLoop(runner, calls, questions, load, isShard(questions)
                        ? new DealtArrivals(whole::next, questions)::next
                        : whole::next);
            }
            case LoadShape.Replay replay -> new OpenLoop(runner, calls, questions, load, isShard(questions)
                    ? new DealtArrivals(replay.arrivals(any -> false), questions)::next
                    : replay.arrivals(questions::isAnsweredAt));
        };
    }

    private static boolean isShard(Questions questions) {
        return questions.shard().count() > 1;
    }

    /**
     * Starts the load now, or at the common start of all shards, which may be over.
     *
     * @param common the common start; empty for a whole run
     */
    void start(OptionalLong common) {
        questions.skipAnswered();
        startNanos = common.orElseGet(System::nanoTime);
        begin();
    }

    /** Starts the first threads, each by {@link #fork}. */
    abstract void begin();

    /** Starts a thread that counts as work until it ends. */
    final void fork(Thread.Builder thread, Runnable work) {
        open.incrementAndGet();
        Thread forked = thread.unstarted(() -> {
            try {
                work.run();
            } finally {
                threads.remove(Thread.currentThread());
                if (open.decrementAndGet() == 0) {
                    // Wakes the taker, which need not wait any more.
                    events.add(Optional.empty());
                }
            }
        });
        threads.add(forked);
        if (stopping) {
            forked.interrupt();
        }
        forked.start();
    }

    /** Takes the next question, to start at a moment; empty if there are no more, or it is too late. */
    final Optional<PlannedQuestion> next(long moment) {
        return stopping || moment - startNanos >= longestNanos ? Optional.empty() : questions.next();
    }

    /** Waits for a moment. Returns false if everything ends before it. */
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
     * Sends a question to the model. A cancelled question has no outcome, but keeps the calls that were finished
     * before.
     */
    final void ask(PlannedQuestion planned, long intendedStartNanos) {
        DispatchedQuery session = new DispatchedQuery(planned.question().id(), calls, intendedStartNanos, this);
        asking.incrementAndGet();
        try {
            events.add(Optional.of(new QueryEvent.Finished(planned, run(planned, session))));
        } catch (InterruptedException cancelled) {
            LOGGER.debug("The query {} was not finished", planned.question().id());
        } finally {
            asking.decrementAndGet();
        }
        // A client that interrupts itself must not cancel the next request.
        Thread.interrupted();
    }

    private QueryOutcome run(PlannedQuestion planned, DispatchedQuery session) throws InterruptedException {
        try (session) {
            return session.tornDown(worked(planned, session));
        }
    }

    private QueryOutcome worked(PlannedQuestion planned, DispatchedQuery session) throws InterruptedException {
        try {
            DatasetRecord step = planned.question();
            session.prepare(step);
            QueryOutcome outcome = session.verified(runner.run(step, session));
            for (Optional<String> next = session.nextStep(); next.isPresent(); next = session.nextStep()) {
                step = step.toBuilder().problem(next.get()).build();
                outcome = session.verified(runner.run(step, session));
            }
            return outcome;
        } catch (RuntimeException | Error brokenRunner) {
            LOGGER.warn("Runner {} failed on record {}", runner.getClass().getName(), planned.question().id(),
                    brokenRunner);
            return session.fail(new RequestFailure(FailureKind.CLIENT_ERROR,
                    Redaction.excerpt(FailureText.of(brokenRunner), MAX_MESSAGE_CHARACTERS)));
        }
    }

    /** Throws if the runner declared that it makes no calls: its run would not be the model's. */
    final void requireAsking(String queryId) {
        if (!runner.asksModel()) {
            throw new IllegalStateException(
                    "The runner of the query " + queryId + " says that it asks no model, and asks it: "
                            + "let asksModel() return true");
        }
    }

    /** Keeps a finished call of a query that continues. */
    final void finished(String queryId, ModelCall call) throws InterruptedException {
        if (stopping && call.failure().isPresent()) {
            throw new InterruptedException("the run ends");
        }
        events.add(Optional.of(new QueryEvent.Called(queryId, call)));
    }

    /** Waits until a moment; throws if everything ends before. */
    final void requireUntil(long nanos) throws InterruptedException {
        if (!await(nanos - startNanos)) {
            throw new InterruptedException("the run ends");
        }
    }

    /** Returns the number of requests in flight, including those about to be sent. */
    final int inFlight() {
        return open.get();
    }

    /** Returns the number of queries that have begun and not ended. */
    final int queriesInFlight() {
        return asking.get();
    }

    /** Returns whether everything was asked and taken. */
    final boolean isDone() {
        // An empty element only wakes the taker.
        return open.get() == 0 && events.stream().noneMatch(Optional::isPresent);
    }

    /** Waits for the next event; empty after the timeout. */
    final Optional<QueryEvent> take(long timeoutMillis) throws InterruptedException {
        Optional<QueryEvent> next = events.poll(timeoutMillis, TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    /** Returns the events that were not taken. */
    final List<QueryEvent> left() {
        List<Optional<QueryEvent>> left = new ArrayList<>();
        events.drainTo(left);
        return left.stream().flatMap(Optional::stream).toList();
    }

    /**
     * Cancels the requests in flight, starts no others and waits a moment for the threads. Earlier events can be taken;
     * a request that fails from here on was cancelled and has no event.
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

}
