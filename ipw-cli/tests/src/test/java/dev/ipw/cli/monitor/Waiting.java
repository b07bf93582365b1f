package dev.ipw.cli.monitor;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads bring about by themselves, for as long as the suite allows. */
final class Waiting {
    private Waiting() {}

    static void until(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new AssertionError("It did not come about before the test's time was over");
            }
            // A loop without a pause would take the processor from what is awaited.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
