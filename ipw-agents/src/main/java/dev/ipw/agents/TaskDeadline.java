package dev.ipw.agents;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.inference.FailureKind;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A runner that interrupts a task at its deadline: the limit of the agent or that of the task's environment. The
 * task's call is cancelled, its tools end their processes, and it counts as failed with its calls, tools and joules
 * so far.
 */
final class TaskDeadline implements QueryRunner, AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(TaskDeadline.class);
    private static final int MILLIS_DIGITS = 3;

    private final QueryRunner agent;
    private final Optional<Duration> longest;
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("ipw-task-deadline").factory());

    TaskDeadline(QueryRunner agent, Optional<Duration> longest) {
        this.agent = agent;
        this.longest = longest;
    }

    @Override
    public boolean asksModel() {
        return agent.asksModel();
    }

    @Override
    public List<String> warnings() {
        return agent.warnings();
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        Optional<Duration> limit = Stream
                .concat(longest.stream(), session.environment().flatMap(TaskEnvironment::longest).stream())
                .min(Comparator.naturalOrder());
        return limit.isEmpty() ? agent.run(question, session) : run(question, session, limit.get());
    }

    private QueryOutcome run(DatasetRecord question, QuerySession session, Duration limit)
            throws InterruptedException {
        Interruption interruption = new Interruption(Thread.currentThread());
        Future<?> due = clock.schedule(interruption::strike, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            QueryOutcome outcome = agent.run(question, session);
            return interruption.end() ? timedOut(session, limit) : outcome;
        } catch (InterruptedException cancelled) {
            if (interruption.end()) {
                return timedOut(session, limit);
            }
            throw cancelled;
        } catch (RuntimeException failed) {
            // Some agents wrap the interrupt.
            if (interruption.end()) {
                LOGGER.debug("A task that took too long ended with an error", failed);
                return timedOut(session, limit);
            }
            throw failed;
        } finally {
            due.cancel(false);
            interruption.end();
        }
    }

    private static QueryOutcome timedOut(QuerySession session, Duration limit) {
        return session.fail(new RequestFailure(FailureKind.TOTAL_TIMEOUT,
                "The task took longer than " + seconds(limit) + " s and was ended"));
    }

    private static String seconds(Duration limit) {
        return BigDecimal.valueOf(limit.toMillis(), MILLIS_DIGITS).stripTrailingZeros().toPlainString();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        if (agent instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (Exception broken) {
                LOGGER.warn("An agent could not be closed", broken);
            }
        }
    }

    /** The interrupt of a task's thread, sent at most once and never after the task has ended. */
    private static final class Interruption {
        private final Thread thread;
        private final ReentrantLock lock = new ReentrantLock();
        private boolean struck;
        private boolean over;

        Interruption(Thread thread) {
            this.thread = thread;
        }

        void strike() {
            lock.lock();
            try {
                if (!over) {
                    struck = true;
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Ends the watch; returns true if it interrupted, and clears that interrupt. */
        boolean end() {
            lock.lock();
            try {
                if (!over && struck) {
                    // The interrupt was this watch's own; the end of the run sends another one.
                    Thread.interrupted();
                }
                over = true;
                return struck;
            } finally {
                lock.unlock();
            }
        }
    }
}
