package dev.ipw.telemetry;

import dev.ipw.error.ServerUnreachableException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to a collector, asked on a thread of its own because a driver may hang. An answer that arrives after the
 * wait has ended goes to the caller that still wants it, or is undone. A collector with an unanswered question is asked
 * nothing more in this process until its call returns: later callers learn at once that there is no answer.
 *
 * @param <T> the answer
 */
final class CollectorCall<T> {
    private static final int PART_HELD_UP = 3;
    private static final long PAUSE_MILLIS = 1_000;
    private static final Map<Asked, CollectorCall<?>> LEFT_BEHIND = new ConcurrentHashMap<>();

    private final TelemetryProvider collector;
    private final TelemetryEnvironment environment;
    private final Asked asked;
    private final Supplier<T> question;
    private final Consumer<T> undo;
    private final boolean isPatient;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final long startNanos = System.nanoTime();
    private final Supplier<ThreadSchedule> schedules;
    private volatile @Nullable ThreadSchedule schedule;
    private @Nullable Consumer<T> taker;
    private @Nullable Consumer<Throwable> whenFailed;
    private @Nullable T answer;
    private @Nullable Throwable failure;
    private boolean hasBegun;
    private boolean isAbandoned;
    private boolean ended;
    private final List<Runnable> afterwards = new ArrayList<>();

    private CollectorCall(TelemetryProvider collector, TelemetryEnvironment environment, Supplier<T> question,
            Consumer<T> undo, Supplier<ThreadSchedule> schedules, boolean isPatient) {
        this.isPatient = isPatient;
        this.collector = collector;
        this.environment = environment;
        asked = new Asked(collector.getClass(), collector.id(), environment.variables(), environment.argument());
        this.question = question;
        this.undo = undo;
        this.schedules = schedules;
    }

    /**
     * Asks the question.
     *
     * @param environment the place where the collector looks
     * @param undo        reverses an answer that arrives too late
     * @param schedules   measures how long the thread that calls it waits for a processor
     * @param isPatient   whether a collector whose server does not answer is asked again
     */
    static <T> CollectorCall<T> start(TelemetryProvider collector, TelemetryEnvironment environment,
            Supplier<T> question, Consumer<T> undo, Supplier<ThreadSchedule> schedules, boolean isPatient) {
        CollectorCall<T> call = new CollectorCall<>(collector, environment, question, undo, schedules, isPatient);
        if (LEFT_BEHIND.containsKey(call.asked)) {
            call.answered.countDown();
        } else {
            call.begin();
        }
        return call;
    }

    private void beginLate() {
        boolean isWanted;
        synchronized (this) {
            isWanted = !isAbandoned;
        }
        if (isWanted) {
            begin();
        }
    }

    private void begin() {
        hasBegun = true;
        Thread.ofPlatform().daemon().name("ipw-collector-" + collector.id()).start(this::ask);
    }

    TelemetryProvider collector() {
        return collector;
    }

    private void ask() {
        ThreadSchedule own = schedules.get();
        // Only a collector that asks servers waits for virtual threads.
        schedule = collector.answerTime().isZero() ? own : own.withCarriers();
        try {
            T found = patientAnswer();
            takerOf(found).accept(found);
        } catch (RuntimeException | Error failed) {
            fail(failed);
        } finally {
            end();
        }
    }

    private T patientAnswer() {
        while (true) {
            try {
                return question.get();
            } catch (ServerUnreachableException silent) {
                if (!isPatient || isLeftWithin(PAUSE_MILLIS)) {
                    throw silent;
                }
            }
        }
    }

    private boolean isLeftWithin(long millis) {
        try {
            return left.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private synchronized Consumer<T> takerOf(T found) {
        answered.countDown();
        if (isAbandoned) {
            return undo;
        }
        if (taker != null) {
            return taker;
        }
        answer = found;
        return nobody -> {};
    }

    private void fail(Throwable failed) {
        Consumer<Throwable> receiver;
        synchronized (this) {
            failure = failed;
            answered.countDown();
            receiver = whenFailed;
        }
        if (receiver != null) {
            receiver.accept(failed);
        }
    }

    private void end() {
        List<Runnable> waiting;
        synchronized (this) {
            ended = true;
            LEFT_BEHIND.remove(asked, this);
            waiting = List.copyOf(afterwards);
        }
        waiting.forEach(Runnable::run);
    }

    /** Runs an action once the call has returned. */
    private synchronized void afterwards(Runnable action) {
        if (ended) {
            action.run();
        } else {
            afterwards.add(action);
        }
    }

    /** Waits until there is an answer, a failure, or certainty that neither will come, but not beyond a moment. */
    boolean await(long untilNanos) throws InterruptedException {
        return isAnswered() || answered.await(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    boolean isAnswered() {
        return answered.getCount() == 0;
    }

    /**
     * Returns whether the call waited for a processor for much of the time: the machine is busy, and no driver hangs.
     */
    boolean isHeldUp() {
        CollectorCall<?> before = hasBegun ? null : LEFT_BEHIND.get(asked);
        if (before != null) {
            return before.isHeldUp();
        }
        ThreadSchedule known = schedule;
        return !isAnswered()
                && (known == null || known.waitedNanos() >= (System.nanoTime() - startNanos) / PART_HELD_UP);
    }

    /**
     * Returns the reason why there is no answer: the machine is busy, or else the collector's own description of a call
     * that hangs.
     */
    SensorStatus unanswered() {
        SensorStatus hanging = collector.unanswered(environment);
        return isHeldUp()
                ? SensorStatus.failed(hanging.collector(), hanging.name(),
                        "it has not opened after " + Duration.ofNanos(System.nanoTime() - startNanos).toSeconds()
                                + " s; this machine is busy" + load(),
                        "try again when it is less busy")
                : hanging;
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "" : String.format(Locale.ROOT, " (load %.0f)", load);
    }

    /**
     * Takes the answer and ends the wait. An answer that arrives later is kept until {@link #whenAnswered} takes it, or
     * {@link #leave} undoes it.
     *
     * @return the answer; empty if there is none yet
     * @throws RuntimeException the collector's own failure
     */
    synchronized Optional<T> take() {
        if (failure instanceof RuntimeException failed) {
            throw failed;
        }
        if (failure instanceof Error failed) {
            throw failed;
        }
        Optional<T> taken = Optional.ofNullable(answer);
        answer = null;
        if (taken.isEmpty() && !isAnswered() && !ended) {
            LEFT_BEHIND.put(asked, this);
        }
        return taken;
    }

    /**
     * Passes an answer that was not taken to a consumer, now or on the collector's thread, unless {@link #leave} comes
     * first. If the collector was not asked because an earlier question was open, it is asked once it has answered that
     * question.
     */
    void whenAnswered(Consumer<T> wanted, Consumer<Throwable> failed) {
        T found;
        synchronized (this) {
            taker = wanted;
            whenFailed = failed;
            found = answer;
            answer = null;
        }
        if (found != null) {
            wanted.accept(found);
        }
        if (!hasBegun) {
            CollectorCall<?> before = LEFT_BEHIND.get(asked);
            if (before == null) {
                begin();
            } else {
                before.afterwards(this::beginLate);
            }
        }
    }

    /** Ends the wait and undoes the answer, whether it has arrived or is still to come. */
    void leave() {
        left.countDown();
        T found;
        synchronized (this) {
            isAbandoned = true;
            taker = null;
            whenFailed = null;
            found = answer;
            answer = null;
        }
        if (found != null) {
            undo.accept(found);
        }
    }

    private record Asked(Class<?> collector, String id, Map<String, String> variables, Optional<String> argument) {}
}
