package dev.ipw.langchain4j;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keep what goes wrong in measuring away from the application. */
final class Contained {
    private static final Logger LOGGER = LoggerFactory.getLogger(Contained.class);

    private Contained() {}

    /** Run it, and log what it throws. */
    static void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failed) {
            LOGGER.warn("A step of measuring failed; the call goes on and may have no joules", failed);
        }
    }
}
