package dev.ipw.profile.internal;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.settings.EvaluationSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluations of answers on several threads, each with a deadline, with results in the order of their starts. For one
 * thread.
 *
 * @param <T> the type of a result's owner
 */
final class ParallelEvaluations<T> implements AutoCloseable {
    /** The maximum number of evaluators that may ignore the interrupt at their deadline and keep running. */
    static final int MAX_STUCK = 16;

    private static final Logger LOGGER = LoggerFactory.getLogger(ParallelEvaluations.class);
    private static final int RESULTS_PER_THREAD = 4;
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final EvaluationSettings settings;
    private final LongSupplier nanoTime;
    private final ExecutorService threads = Executors
            .newCachedThreadPool(Thread.ofPlatform().name("ipw-evaluation-", 1).daemon().factory());
    private final Deque<Begun<T>> order = new ArrayDeque<>();
    private final Semaphore ended = new Semaphore(0);
    private final AtomicInteger working = new AtomicInteger();
    private long lastExpiredNanos;

    /**
     * Creates it from settings.
     *
     * @param settings the parallelism and the time limit
     * @param nanoTime the clock of the deadlines
     */
    ParallelEvaluations(EvaluationSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns whether another one can begin: only a few results may wait for a slow one, and only a few evaluations may
     * hang.
     */
    boolean hasRoom() {
        return running() < settings.concurrency() && order.size() < RESULTS_PER_THREAD * settings.concurrency()
                && stuck() < MAX_STUCK;
    }

    boolean isEmpty() {
        return order.isEmpty();
    }

    /** Returns whether none can begin any more, because too many have hung for long after they were interrupted. */
    boolean isStuck() {
        return stuck() >= MAX_STUCK && nanoTime.getAsLong() - lastExpiredNanos >= STUCK_NANOS;
    }

    private int running() {
        return (int) order.stream().filter(one -> !one.isDone()).count();
    }

    private int stuck() {
        return working.get() - running();
    }

    /** Begins an evaluation; its deadline counts from now. */
    void begin(T owner, Callable<Evaluation> work) {
        Begun<T> begun = new Begun<>(owner, () -> {
            working.incrementAndGet();
            try {
                return work.call();
            } finally {
                working.decrementAndGet();
            }
        }, nanoTime.getAsLong(), ended);
        order.add(begun);
        threads.execute(begun);
    }

    /**
     * Returns the next result in order.
     *
     * @param millis the maximum wait
     * @return the result; empty without one yet
     * @throws InterruptedException if the thread is interrupted
     */
    Optional<Result<T>> take(long millis) throws InterruptedException {
        Optional<Result<T>> next = next();
        if (next.isEmpty() && ended.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
            ended.drainPermits();
        }
        return next.isPresent() ? next : next();
    }

    private Optional<Result<T>> next() {
        long now = nanoTime.getAsLong();
        for (Begun<T> one : order) {
            if (!one.isDone() && now - one.startNanos >= settings.timeout().toNanos()) {
                one.expire(now, settings.timeout());
                lastExpiredNanos = now;
            }
        }
        return order.isEmpty() || !order.getFirst().isDone()
                ? Optional.empty()
                : Optional.of(order.removeFirst().result());
    }

    /** Returns the finished results, in order; no others follow. */
    List<Result<T>> finished() {
        // Each one is checked once, so that none that ends meanwhile is removed without its result.
        List<Begun<T>> done = order.stream().filter(FutureTask::isDone).toList();
        order.removeAll(done);
        return done.stream().map(Begun::result).toList();
    }

    /** Interrupts running evaluations, and waits briefly for their end. */
    @Override
    public void close() {
        order.forEach(one -> one.cancel(true));
        threads.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            if (!threads.awaitTermination(1, TimeUnit.SECONDS)) {
                LOGGER.warn("{} evaluations ignored their interrupt and are left running", working.get());
            }
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The result of an evaluation.
     *
     * @param owner      its owner
     * @param evaluation the evaluation; a failed one after the deadline
     */
    record Result<T>(T owner, Evaluation evaluation) {}

    /** An evaluation that releases its work, and so the answer, when it is done. */
    private static final class Begun<T> extends FutureTask<Evaluation> {
        private final T owner;
        private final long startNanos;
        private final Semaphore ended;
        private Optional<Evaluation> expired = Optional.empty();

        Begun(T owner, Callable<Evaluation> work, long startNanos, Semaphore ended) {
            super(work);
            this.owner = owner;
            this.startNanos = startNanos;
            this.ended = ended;
        }

        /** Interrupts an evaluation after its deadline. One that ends at the same moment is not cut off. */
        void expire(long now, Duration timeout) {
            if (cancel(true)) {
                double seconds = (now - startNanos) / NANOS_PER_SECOND;
                expired = Optional.of(Evaluation
                        .failed("the evaluator gave no verdict within " + timeout.toMillis() / MILLIS_PER_SECOND
                                + " s, the time for one answer, and was interrupted")
                        .withUsage(EvaluationUsage.UNKNOWN.withSeconds(seconds)));
            }
        }

        Result<T> result() {
            return new Result<>(owner, expired.orElseGet(this::evaluation));
        }

        private Evaluation evaluation() {
            try {
                return Objects.requireNonNull(get());
            } catch (InterruptedException | ExecutionException broken) {
                // Every exception of an evaluator is already a result, except for errors of this process.
                if (broken.getCause() instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException("An evaluation ended without a result", broken);
            }
        }

        @Override
        protected void done() {
            ended.release();
        }
    }
}
