package dev.ipw.telemetry;

import dev.ipw.error.IpwException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repeated attempts to open what a collector could not open at first, after pauses that double up to half a minute.
 */
final class Reopening {
    private static final Logger LOGGER = LoggerFactory.getLogger(Reopening.class);
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private final Thread thread;

    /**
     * Prepares to try again.
     *
     * @param first    the findings so far
     * @param replaced receives the findings before and after an attempt
     */
    Reopening(CollectorFindings first, BiConsumer<CollectorFindings, CollectorFindings> replaced) {
        thread = Thread.ofVirtual().name("ipw-reopening").unstarted(() -> run(first, replaced));
    }

    void start() {
        thread.start();
    }

    private static void run(CollectorFindings first, BiConsumer<CollectorFindings, CollectorFindings> replaced) {
        CollectorFindings known = first;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        try {
            while (known.again().isPresent()) {
                Thread.sleep(pauseMillis);
                CollectorFindings now = known.again().get().get();
                replaced.accept(known, now);
                known = now;
                pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IpwException failed) {
            LOGGER.debug("A collector is not tried again", failed);
        }
    }

    void stop() {
        thread.interrupt();
    }
}
