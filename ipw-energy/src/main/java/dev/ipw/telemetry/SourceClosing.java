package dev.ipw.telemetry;

import dev.ipw.internal.thread.ThreadEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The closing of sources that are not sampled, each on a thread of its own, since a driver may hang there too. An
 * exception of one source never keeps another open.
 */
final class SourceClosing {
    private static final Logger LOGGER = LoggerFactory.getLogger(SourceClosing.class);
    private static final Duration PATIENCE = Duration.ofMillis(750);

    private SourceClosing() {}

    /**
     * Closes the sources all at once and waits for that, but not beyond a moment: a source that hangs is left behind.
     */
    static void closeAll(Collection<? extends TelemetrySource> sources) {
        List<Thread> threads = new ArrayList<>();
        for (TelemetrySource source : sources) {
            Thread thread = Thread.ofPlatform().daemon().name("ipw-closing").unstarted(() -> close(source));
            threads.add(thread);
            try {
                thread.start();
            } catch (OutOfMemoryError noThread) {
                LOGGER.warn("No thread is free to close a telemetry source; it stays open", noThread);
            }
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (Thread thread : threads) {
            if (!ThreadEnd.comesBy(thread, until)) {
                LOGGER.warn("A telemetry source does not return from closing and is left behind");
            }
        }
    }

    private static void close(TelemetrySource source) {
        try {
            source.close();
        } catch (Throwable failed) {
            LOGGER.warn("A telemetry source could not be closed", failed);
        }
    }
}
