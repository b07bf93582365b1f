package dev.ipw.agents;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupt a task that takes too long. Its call is cancelled, its tools end their processes, and it counts as failed with the
 * calls, tools and joules that it had.
 */
final class TaskDeadline implements QueryRunner, AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(TaskDeadline.class);
    private static final int MILLIS_DIGITS = 3;

    private final QueryRunner agent;
    private final Duration longest;
    private final ScheduledExecutorService clock = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("ipw-task-deadline").factory());

    TaskDeadline(QueryRunner agent, Duration longest) {
        this.agent = agent;
        this.longest = longest;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        Interruption interruption = new Interruption(Thread.currentThread());
        Future<?> due = clock.schedule(interruption::strike, longest.toNanos(), TimeUnit.NANOSECONDS);
        try {
            QueryOutcome outcome = agent.run(question, session);
            return interruption.end() ? timedOut(session) : outcome;
        } catch (InterruptedException cancelled) {
            if (interruption.end()) {
                return timedOut(session);
            }
            throw cancelled;
        } catch (RuntimeException failed) {
            // Some wrap the interrupt.
            if (interruption.end()) {
                LOGGER.debug("A task that took too long ended with an error", failed);
                return timedOut(session);
            }
            throw failed;
        } finally {
            due.cancel(false);
            interruption.end();
        }
    }

    private QueryOutcome timedOut(QuerySession session) {
        return session.fail(new RequestFailure(FailureKind.TOTAL_TIMEOUT,
                "The task took longer than " + seconds() + " s and was ended"));
    }

    private String seconds() {
        return BigDecimal.valueOf(longest.toMillis(), MILLIS_DIGITS).stripTrailingZeros().toPlainString();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Interrupts the task's thread at most once, and never after the task has ended. */
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

        /** End the watch; true if it struck, and the interrupt is taken back then. */
        boolean end() {
            lock.lock();
            try {
                if (!over && struck) {
                    // The interrupt was ours; whoever ends the run sends another one.
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
