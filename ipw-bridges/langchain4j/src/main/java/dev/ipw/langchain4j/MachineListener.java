package dev.ipw.langchain4j;

import dev.ipw.engine.spans.ApplicationSession;
import dev.ipw.telemetry.TelemetrySession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hold the one listener of this process: two sessions would each count the same joules. */
final class MachineListener {
    /** The system property that chooses the collectors, and switches on what needs no code. */
    static final String PROPERTY = "ipw.langchain4j";
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.ipw.langchain4j");

    private static @Nullable EnergyChatModelListener opened;

    private MachineListener() {}

    static synchronized EnergyChatModelListener get() {
        EnergyChatModelListener listener = opened;
        if (listener == null) {
            listener = logging(System.getProperty(PROPERTY, "auto"));
            // A program that ends sooner than joules are final has them all the same.
            Runtime.getRuntime().addShutdownHook(new Thread(listener::flush, "ipw-energy-flush"));
            opened = listener;
        }
        return listener;
    }

    /** Return a listener that logs, and that says why there are no joules where the collectors cannot be opened. */
    static EnergyChatModelListener logging(String collectors) {
        TelemetrySession session = ApplicationSession.open(collectors, LOGGER);
        return EnergyChatModelListener.of(session, energy -> LOGGER.info("{}", energy));
    }
}
