package dev.ipw.telemetry;

import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.Slack;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The waiting times for all collectors together, and the notices to the caller while it waits.
 *
 * @param longest   the time after which to give up
 * @param heldUp    the additional time for collectors that get no processor
 * @param quiet     the time before the first notice
 * @param notice    receives the names of the collectors that have not answered yet
 * @param waiting   waits for one collector
 * @param schedules measures how long the thread that calls it waits for a processor
 * @param lateToo   whether a collector that is named may answer later, and one whose server does not answer is asked
 *                  again
 */
record CollectorPatience(Duration longest, Duration heldUp, Duration quiet, Consumer<String> notice, Waiting waiting,
        Supplier<ThreadSchedule> schedules, boolean lateToo) {
    /** The time that all collectors together have to look at the machine and to open their sources. */
    static final Duration LONGEST = Duration.ofSeconds(4);
    /** The additional time for collectors that get no processor: a busy machine must not look like a hanging driver. */
    static final Duration HELD_UP = Duration.ofSeconds(30);
    static final Duration SILENT = Duration.ofSeconds(1);
    /** A look reads a file of each thread, on a machine that has no processor to spare. */
    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(500).toNanos();

    /** Returns the usual waiting time, without notices. */
    static CollectorPatience silent() {
        Duration longest = LONGEST.plusNanos(Slack.nanos());
        return new CollectorPatience(longest, HELD_UP, SILENT.plusNanos(Slack.nanos()), sentence -> {},
                CollectorCall::await, ThreadSchedule::ofThisThread, false);
    }

    /** The way to wait for an answer. */
    @FunctionalInterface
    interface Waiting {
        /** Waits until a moment at the latest, and returns whether there is an answer. */
        boolean await(CollectorCall<?> call, long untilNanos) throws InterruptedException;
    }

    /** Returns the same patience with another way to wait for an answer. */
    CollectorPatience by(Waiting other) {
        return new CollectorPatience(longest, heldUp, quiet, notice, other, schedules, lateToo);
    }

    CollectorPatience withNotice(Consumer<String> receiver) {
        return new CollectorPatience(longest, heldUp, quiet, receiver, waiting, schedules, lateToo);
    }

    CollectorPatience atMost(Duration time) {
        return new CollectorPatience(time, heldUp, quiet, notice, waiting, schedules, lateToo);
    }

    /** Returns the same patience with collectors that may answer later. */
    CollectorPatience withLate() {
        return new CollectorPatience(longest, heldUp, quiet, notice, waiting, schedules, true);
    }

    /**
     * Waits until each collector has answered, or it is time to give up.
     *
     * @throws IpwException if the thread is interrupted; its interrupt flag is set again
     */
    void await(List<? extends CollectorCall<?>> calls) {
        long start = System.nanoTime();
        try {
            if (!await(calls, start + Math.min(quiet.toNanos(), longest.toNanos()))
                    && longest.compareTo(quiet) > 0) {
                Duration most = calls.stream().filter(call -> !call.isAnswered()).map(this::longest)
                        .max(Duration::compareTo).orElse(longest);
                notice.accept("Waiting for " + unanswered(calls) + ", for " + most.minus(quiet).toSeconds()
                        + " s more at most; Ctrl-C ends it.");
                for (CollectorCall<?> call : calls) {
                    waiting.await(call, start + longest(call).toNanos());
                }
            }
            awaitHeldUp(calls, start + longest.plus(heldUp).toNanos());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IpwException("Interrupted while waiting for " + unanswered(calls), ended);
        }
    }

    private Duration longest(CollectorCall<?> call) {
        return longest.plus(call.collector().answerTime());
    }

    /** Waits longer for collectors that get no processor: their machine is busy, and no driver hangs. */
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
