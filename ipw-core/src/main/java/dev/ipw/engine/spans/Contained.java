package dev.ipw.engine.spans;

import org.slf4j.Logger;

/** Keep what goes wrong in measuring away from the application. */
public final class Contained {
    private Contained() {}

    /**
     * Run a step, and log what it throws.
     *
     * @param logger where to
     * @param step   the step
     */
    public static void run(Logger logger, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError failed) {
            logger.warn("A step of measuring failed; the call goes on and may have no joules", failed);
        }
    }
}
