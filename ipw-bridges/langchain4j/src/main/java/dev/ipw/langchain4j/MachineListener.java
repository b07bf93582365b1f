package dev.ipw.langchain4j;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.ApplicationSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one listener of this process: two sessions would each count the same joules. */
final class MachineListener {
    /** The system property that chooses the collectors, and enables the measurement without code. */
    static final String PROPERTY = "ipw.langchain4j";
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.ipw.langchain4j");

    private static @Nullable EnergyChatModelListener opened;

    private MachineListener() {}

    static synchronized EnergyChatModelListener get() {
        EnergyChatModelListener listener = opened;
        if (listener == null) {
            listener = logging(System.getProperty(PROPERTY, "auto"));
            // Delivers the joules of a program that ends before they are final.
            Runtime.getRuntime().addShutdownHook(new Thread(listener::flush, "ipw-energy-flush"));
            opened = listener;
        }
        return listener;
    }

    /** Returns a listener that logs; if the collectors cannot be opened, it logs the reason. */
    static EnergyChatModelListener logging(String collectors) {
        TelemetrySession session = ApplicationSession.open(collectors, LOGGER);
        return EnergyChatModelListener.of(session, energy -> LOGGER.info("{}", energy));
    }
}
