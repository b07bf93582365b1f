package dev.ipw.telemetry;

import dev.ipw.internal.io.FailureText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that a thread, and those that carry the virtual threads it may wait for if they count, waited for a
 * processor, as Linux counts it.
 *
 * @param file         the thread's {@code schedstat}: nanoseconds on a processor, nanoseconds in the queue for one, and
 *                     turns
 * @param carriedNanos the time that the carriers had waited before; empty if they do not count
 */
record ThreadSchedule(Path file, OptionalLong carriedNanos) {
    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadSchedule.class);
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final String CARRIER = "ForkJoinPool-1-";

    ThreadSchedule(Path file) {
        this(file, OptionalLong.empty());
    }

    static ThreadSchedule ofThisThread() {
        try {
            return new ThreadSchedule(THIS_THREAD.toRealPath().resolve("schedstat"));
        } catch (IOException notThere) {
            LOGGER.debug("This system does not count how long threads wait: {}", FailureText.of(notThere));
            return new ThreadSchedule(THIS_THREAD);
        }
    }

    /** Returns the schedule of the thread and, from now on, of the carriers. */
    ThreadSchedule withCarriers() {
        return new ThreadSchedule(file, OptionalLong.of(carriers()));
    }

    private static long carriers() {
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.filter(ThreadSchedule::isCarrier)
                    .mapToLong(thread -> waitedNanos(thread.resolve("schedstat"))).sum();
        } catch (IOException | UncheckedIOException notThere) {
            LOGGER.debug("This system lists no threads: {}", FailureText.of(notThere));
            return 0;
        }
    }

    private static boolean isCarrier(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).startsWith(CARRIER);
        } catch (IOException ended) {
            LOGGER.trace("{} has ended: {}", thread, FailureText.of(ended));
            return false;
        }
    }

    /**
     * Returns the time that the threads have waited for a processor so far, in nanoseconds; 0 where it is not counted.
     */
    long waitedNanos() {
        return waitedNanos(file) + (carriedNanos.isPresent() ? Math.max(0, carriers() - carriedNanos.getAsLong()) : 0);
    }

    private static long waitedNanos(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip().split(" ")[1]);
        } catch (IOException | RuntimeException notCounted) {
            LOGGER.debug("{} does not say how long a thread waited: {}", file, FailureText.of(notCounted));
            return 0;
        }
    }
}
