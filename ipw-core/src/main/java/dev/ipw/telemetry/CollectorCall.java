package dev.ipw.telemetry;

import dev.ipw.internal.thread.ThreadEnd;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ask something of a collector on a thread of its own, since a driver may not answer. An answer that comes after nobody
 * waits for it any more is undone.
 *
 * @param <T> the answer
 */
final class CollectorCall<T> {
    private final TelemetryProvider collector;
    private final Supplier<T> question;
    private final Consumer<T> undo;
    private final Thread thread;
    private @Nullable T answer;
    private @Nullable Throwable failure;
    private boolean leftBehind;

    private CollectorCall(TelemetryProvider collector, Supplier<T> question, Consumer<T> undo) {
        this.collector = collector;
        this.question = question;
        this.undo = undo;
        thread = Thread.ofPlatform().daemon().name("ipw-collector-" + collector.id()).unstarted(this::ask);
    }

    /**
     * Ask.
     *
     * @param undo takes back an answer that comes too late
     */
    static <T> CollectorCall<T> start(TelemetryProvider collector, Supplier<T> question, Consumer<T> undo) {
        CollectorCall<T> call = new CollectorCall<>(collector, question, undo);
        call.thread.start();
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
            synchronized (this) {
                failure = failed;
            }
        }
    }

    private synchronized boolean isTaken(T found) {
        answer = found;
        return !leftBehind;
    }

    /**
     * Wait for the answer.
     *
     * @param untilNanos when to give up, as {@link System#nanoTime()}; the answer is then undone, should it ever come
     * @return the answer; empty if there is none by then
     * @throws RuntimeException what the collector threw
     */
    Optional<T> await(long untilNanos) {
        ThreadEnd.comesBy(thread, untilNanos);
        synchronized (this) {
            if (failure instanceof RuntimeException failed) {
                throw failed;
            }
            if (failure instanceof Error failed) {
                throw failed;
            }
            leftBehind = answer == null;
            return Optional.ofNullable(answer);
        }
    }

    /** Wait no longer: undo the answer, whether it is there or still to come. */
    void leave() {
        T found;
        synchronized (this) {
            leftBehind = true;
            found = answer;
        }
        if (found != null) {
            undo.accept(found);
        }
    }
}
