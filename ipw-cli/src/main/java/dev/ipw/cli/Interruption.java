package dev.ipw.cli;

import dev.ipw.internal.thread.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turn Ctrl-C into an interrupt of the command's thread, and hold the process back until that thread has put away what
 * is finished. A command that only reads or calculates is cancelled and has nothing to put away: it gets a moment to remove what it
 * began to write. The Java runtime then leaves with 128 plus the signal: 130 for Ctrl-C. A second Ctrl-C ends the process at
 * once; what has been synced stays on the disk, and 'ipw analyze' or --resume goes on from there.
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

    /** Watches over the command that the calling thread is going to execute. */
    static Interruption watch() {
        Interruption interruption = new Interruption(Thread.currentThread(), Cancellation.ofThisThread());
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "ipw-interruption"));
        InterruptSignal.handle(interruption::interrupt);
        return interruption;
    }

    /** Record that the work has ended and nothing is left to clean up. */
    void finished() {
        finished.countDown();
    }

    /** Leave as the Java runtime itself would; it no longer hears the signal while it is leaving, so that falls to us. */
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
        Duration longest = onlyReads ? LONGEST_WAIT_FOR_READING : LONGEST_WAIT;
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
