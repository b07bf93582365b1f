package dev.ipw.telemetry;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ask something of a collector on a thread of its own, since a driver may not answer. An answer that comes after the wait has ended is undone. A collector that has left a question open is asked nothing more in this process until
 * its call returns: whoever asks is told at once that there is no answer.
 *
 * @param <T> the answer
 */
final class CollectorCall<T> {
    private static final Map<Asked, CollectorCall<?>> LEFT_BEHIND = new ConcurrentHashMap<>();

    private final TelemetryProvider collector;
    private final Asked asked;
    private final Supplier<T> question;
    private final Consumer<T> undo;
    private final CountDownLatch answered = new CountDownLatch(1);
    private @Nullable T answer;
    private @Nullable Throwable failure;
    private boolean isAbandoned;
    private boolean ended;

    private CollectorCall(TelemetryProvider collector, TelemetryEnvironment environment, Supplier<T> question,
            Consumer<T> undo) {
        this.collector = collector;
        asked = new Asked(collector.getClass(), collector.id(), environment.variables(), environment.argument());
        this.question = question;
        this.undo = undo;
    }

    /**
     * Ask.
     *
     * @param environment where the collector looks
     * @param undo        takes back an answer that comes too late
     */
    static <T> CollectorCall<T> start(TelemetryProvider collector, TelemetryEnvironment environment,
            Supplier<T> question, Consumer<T> undo) {
        CollectorCall<T> call = new CollectorCall<>(collector, environment, question, undo);
        if (LEFT_BEHIND.containsKey(call.asked)) {
            call.answered.countDown();
        } else {
            Thread.ofPlatform().daemon().name("ipw-collector-" + collector.id()).start(call::ask);
        }
        return call;
    }

    TelemetryProvider collector() {
        return collector;
    }

    private void ask() {
        try {
            T found = question.get();
            if (!isTaken(found)) {
                undo.accept(found);
            }
        } catch (RuntimeException | Error failed) {
            fail(failed);
        } finally {
            end();
        }
    }

    private synchronized boolean isTaken(T found) {
        answer = found;
        answered.countDown();
        return !isAbandoned;
    }

    private synchronized void fail(Throwable failed) {
        failure = failed;
        answered.countDown();
    }

    private synchronized void end() {
        ended = true;
        LEFT_BEHIND.remove(asked, this);
    }

    /** Wait until there is an answer, a failure or certainty that neither will come, but not beyond a moment. */
    boolean await(long untilNanos) throws InterruptedException {
        return isAnswered() || answered.await(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    boolean isAnswered() {
        return answered.getCount() == 0;
    }

    /**
     * Take the answer and wait no longer: one that comes later is undone.
     *
     * @return the answer; empty if there is none yet
     * @throws RuntimeException what the collector threw
     */
    synchronized Optional<T> take() {
        if (failure instanceof RuntimeException failed) {
            throw failed;
        }
        if (failure instanceof Error failed) {
            throw failed;
        }
        if (answer == null) {
            isAbandoned = true;
            if (!isAnswered() && !ended) {
                LEFT_BEHIND.put(asked, this);
            }
        }
        return Optional.ofNullable(answer);
    }

    /** Wait no longer: undo the answer, whether it is there or still to come. */
    void leave() {
        T found;
        synchronized (this) {
            isAbandoned = true;
            found = answer;
        }
        if (found != null) {
            undo.accept(found);
        }
    }

    private record Asked(Class<?> collector, String id, Map<String, String> variables, Optional<String> argument) {}
}
