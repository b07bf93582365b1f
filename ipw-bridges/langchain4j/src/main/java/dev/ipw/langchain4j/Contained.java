package dev.ipw.langchain4j;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The containment of measurement errors, which must not reach the application. */
final class Contained {
    private static final Logger LOGGER = LoggerFactory.getLogger(Contained.class);

    private Contained() {}

    /** Runs a step, and logs its exceptions. */
    static void run(Runnable step) {
        dev.ipw.telemetry.internal.spans.Contained.run(LOGGER, step);
    }
}
