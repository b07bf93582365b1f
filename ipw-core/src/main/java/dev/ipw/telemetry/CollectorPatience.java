package dev.ipw.telemetry;

import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.Slack;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Wait for collectors, all of them together, and tell whoever waits what for.
 *
 * @param longest when to give up
 * @param heldUp  how much longer to wait for those that get no processor
 * @param quiet   how long to wait before anybody hears of it
 * @param notice  hears which collectors have not answered yet
 * @param waiting waits for one of them
 * @param schedules tells how long the thread that it is called on waits for a processor
 */
record CollectorPatience(Duration longest, Duration heldUp, Duration quiet, Consumer<String> notice, Waiting waiting,
        Supplier<ThreadSchedule> schedules) {
    /** The time that all collectors together have to look at the machine and to open their sources. */
    static final Duration LONGEST = Duration.ofSeconds(4);
    static final Duration SILENT = Duration.ofSeconds(1);
    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(100).toNanos();

    /** Wait as long as is usual, without reporting it. */
    static CollectorPatience silent() {
        Duration longest = LONGEST.plusNanos(Slack.nanos());
        return new CollectorPatience(longest, longest, SILENT.plusNanos(Slack.nanos()), sentence -> {},
                CollectorCall::await, ThreadSchedule::ofThisThread);
    }

    /** How to wait for an answer. */
    @FunctionalInterface
    interface Waiting {
        /** Wait, but not beyond a moment; true if there is an answer. */
        boolean await(CollectorCall<?> call, long untilNanos) throws InterruptedException;
    }

    /** Wait for an answer in another way. */
    CollectorPatience by(Waiting other) {
        return new CollectorPatience(longest, heldUp, quiet, notice, other, schedules);
    }

    CollectorPatience telling(Consumer<String> whom) {
        return new CollectorPatience(longest, heldUp, quiet, whom, waiting, schedules);
    }

    CollectorPatience atMost(Duration time) {
        return new CollectorPatience(time, heldUp, quiet, notice, waiting, schedules);
    }

    /**
     * Wait until each has answered, or it is time to give up.
     *
     * @throws IpwException if the thread is interrupted, which it is again afterwards
     */
    void await(List<? extends CollectorCall<?>> calls) {
        long start = System.nanoTime();
        try {
            if (!await(calls, start + Math.min(quiet.toNanos(), longest.toNanos()))
                    && longest.compareTo(quiet) > 0) {
                notice.accept("Waiting for " + unanswered(calls) + ", for " + longest.minus(quiet).toSeconds()
                        + " s more at most; Ctrl-C ends it.");
                await(calls, start + longest.toNanos());
            }
            awaitHeldUp(calls, start + longest.plus(heldUp).toNanos());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IpwException("Interrupted while waiting for " + unanswered(calls), ended);
        }
    }

    /** Tell a machine that is busy from a driver that hangs: those that get no processor are given longer. */
    private void awaitHeldUp(List<? extends CollectorCall<?>> calls, long untilNanos) throws InterruptedException {
        while (calls.stream().anyMatch(CollectorCall::isHeldUp) && System.nanoTime() < untilNanos
                && !await(calls, Math.min(untilNanos, System.nanoTime() + LOOK_AGAIN_NANOS))) {
            Thread.onSpinWait();
        }
    }

    private boolean await(List<? extends CollectorCall<?>> calls, long untilNanos) throws InterruptedException {
        boolean all = true;
        for (CollectorCall<?> call : calls) {
            all &= waiting.await(call, untilNanos);
        }
        return all;
    }

    private static String unanswered(List<? extends CollectorCall<?>> calls) {
        List<String> ids = calls.stream().filter(call -> !call.isAnswered())
                .map(call -> "'" + call.collector().id() + "'").toList();
        return (ids.size() == 1 ? "the collector " : "the collectors ") + ids.stream()
                .collect(Collectors.joining(", "));
    }
}
