package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.InterruptSignal;
import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.internal.thread.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The reaction to Ctrl-C: it interrupts the command's thread and delays the exit until that thread has saved its
 * finished work. A command that only reads or calculates is cancelled: it has nothing to save and gets a moment to
 * remove unfinished output. The Java runtime then exits with 128 plus the signal: 130 for Ctrl-C. A second Ctrl-C
 * ends the process at once; synced data stays on the disk, and 'ipw analyze' or --resume continues from there.
 */
final class Interruption {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT_FOR_READING = Duration.ofSeconds(2);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final Thread command;
    private final Cancellation cancellation;

    private Interruption(Thread command, Cancellation cancellation) {
        this.command = command;
        this.cancellation = cancellation;
    }

    /** Starts watching over the command that the calling thread is going to execute. */
    static Interruption watch() {
        Interruption interruption = new Interruption(Thread.currentThread(), Cancellation.ofThisThread());
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "ipw-interruption"));
        InterruptSignal.handle(interruption::interrupt);
        return interruption;
    }

    /** Records that the work has ended and needs no more cleanup. */
    void finished() {
        finished.countDown();
    }

    /**
     * Exits like the Java runtime itself. While the runtime exits it no longer handles the signal, so this method
     * also handles the second one.
     */
    private void interrupt() {
        if (interrupted.getAndSet(true)) {
            LiveScreen.restore();
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
        System.exit(ExitCode.INTERRUPTED);
    }

    private void stop() {
        if (finished.getCount() == 0) {
            return;
        }
        boolean onlyReads = cancellation.request();
        Duration longest = onlyReads ? LONGEST_WAIT_FOR_READING : cancellation.longestCleanup().orElse(LONGEST_WAIT);
        command.interrupt();
        try {
            boolean inTime = finished.await(longest.toNanos(), TimeUnit.NANOSECONDS);
            if (!inTime) {
                LiveScreen.restore();
                System.err.println(onlyReads
                        ? "Interrupted."
                        : "ipw did not stop within " + longest.toSeconds() + " s and is ended.");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
