package dev.ipw.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turn Ctrl-C into an interrupt of the command's thread, and hold the process back until that thread has put away what
 * is finished. The Java runtime then leaves with 128 plus the signal: 130 for Ctrl-C. A second Ctrl-C ends the process at
 * once; what has been synced stays on the disk, and 'ipw analyze' or --resume goes on from there.
 */
final class Interruption {
    private static final long LONGEST_WAIT_SECONDS = 30;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    private Interruption() {}

    static Interruption watch(Thread command) {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(command), "ipw-interruption"));
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

    private void stop(Thread command) {
        if (finished.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            boolean inTime = finished.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("ipw did not stop within " + LONGEST_WAIT_SECONDS + " s and is ended.");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
