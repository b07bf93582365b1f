package dev.ipw.langchain4j;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keep what goes wrong in measuring away from the application. */
final class Contained {
    private static final Logger LOGGER = LoggerFactory.getLogger(Contained.class);

    private Contained() {}

    /** Run it, and log what it throws. */
    static void run(Runnable step) {
        dev.ipw.engine.spans.Contained.run(LOGGER, step);
    }
}
