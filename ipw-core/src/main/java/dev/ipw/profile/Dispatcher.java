package dev.ipw.profile;

import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.record.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keep a fixed number of requests in flight, each on a virtual thread, and hand their outcomes to one taker. */
final class Dispatcher implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Dispatcher.class);
    private static final long STOP_MILLIS = 5_000;

    private final RequestRunner runner;
    private final List<PlannedQuestion> questions;
    private final AtomicInteger next = new AtomicInteger();
    private final LinkedBlockingQueue<Answered> outcomes = new LinkedBlockingQueue<>();
    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean stopping;

    Dispatcher(RequestRunner runner, List<PlannedQuestion> questions, int concurrency) {
        this.runner = runner;
        this.questions = questions;
        int count = Math.min(concurrency, questions.size());
        for (int worker = 0; worker < count; worker++) {
            workers.add(Thread.ofVirtual().name("ipw-request-" + worker).unstarted(this::work));
        }
    }

    void start() {
        workers.forEach(Thread::start);
    }

    private void work() {
        for (int index = next.getAndIncrement(); index < questions.size(); index = next.getAndIncrement()) {
            PlannedQuestion planned = questions.get(index);
            RequestOutcome outcome = runner.run(planned.question().id(), planned.question().prompt());
            boolean cancelled = stopping && outcome.failure().isPresent();
            if (!cancelled) {
                outcomes.add(new Answered(planned, outcome));
            }
            // A client that interrupts itself must not cancel the next request.
            Thread.interrupted();
        }
    }

    /** Wait for the next outcome; empty if none came in time. */
    Optional<Answered> take(long timeoutMillis) throws InterruptedException {
        return Optional.ofNullable(outcomes.poll(timeoutMillis, TimeUnit.MILLISECONDS));
    }

    /** Give the outcomes that came and were not taken. */
    List<Answered> left() {
        List<Answered> left = new ArrayList<>();
        outcomes.drainTo(left);
        return left;
    }

    /**
     * Cancel what is in flight, start nothing more and wait a moment for the workers. Outcomes that came before can be
     * taken; what fails from here on was cancelled and leaves none.
     */
    void stop() {
        if (stopping) {
            return;
        }
        stopping = true;
        next.set(questions.size());
        workers.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        workers.forEach(worker -> {
            if (!ThreadEnd.comesBy(worker, deadline)) {
                LOGGER.warn("A request does not end although it was cancelled; its answer is not waited for");
            }
        });
    }

    @Override
    public void close() {
        stop();
    }

    /** An outcome beside what was asked. */
    record Answered(PlannedQuestion planned, RequestOutcome outcome) {}
}
