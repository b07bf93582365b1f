package dev.ipw.telemetry.internal.spans;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/** The protection of the application against failures of measuring. */
public final class Contained {
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private Contained() {}

    /**
     * Runs a step, and logs its exception: the first failure of a kind as a warning, so that a failure with each call
     * does not fill the log.
     *
     * @param logger the logger to use
     * @param step   the step
     */
    public static void run(Logger logger, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError failed) {
            if (WARNED.add(logger.getName() + ' ' + failed.getClass().getName())) {
                logger.warn(
                        "A step of measuring failed; the call goes on and may have no joules. Later failures of this kind are "
                                + "logged at the level DEBUG",
                        failed);
            } else {
                logger.debug("A step of measuring failed again", failed);
            }
        }
    }
}
