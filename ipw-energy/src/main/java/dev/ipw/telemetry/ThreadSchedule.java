package dev.ipw.telemetry;

import dev.ipw.internal.io.FailureText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that a thread waited for a processor, as Linux counts it.
 *
 * @param file the thread's {@code schedstat}: nanoseconds on a processor, nanoseconds in the queue for one, and turns
 */
record ThreadSchedule(Path file) {
    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadSchedule.class);
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");

    static ThreadSchedule ofThisThread() {
        try {
            return new ThreadSchedule(THIS_THREAD.toRealPath().resolve("schedstat"));
        } catch (IOException notThere) {
            LOGGER.debug("This system does not count how long threads wait: {}", FailureText.of(notThere));
            return new ThreadSchedule(THIS_THREAD);
        }
    }

    /**
     * Returns the time that the thread has waited for a processor so far, in nanoseconds; 0 where it is not counted.
     */
    long waitedNanos() {
        try {
            return Long.parseLong(Files.readString(file).strip().split(" ")[1]);
        } catch (IOException | RuntimeException notCounted) {
            LOGGER.debug("{} does not say how long a thread waited: {}", file, FailureText.of(notCounted));
            return 0;
        }
    }
}
