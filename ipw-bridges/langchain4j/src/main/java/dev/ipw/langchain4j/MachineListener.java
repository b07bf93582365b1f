package dev.ipw.langchain4j;

import dev.ipw.engine.spans.SensorLog;
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
            TelemetrySession session = TelemetrySession.builder().collectors(System.getProperty(PROPERTY, "auto"))
                    .open();
            SensorLog.start(session, LOGGER);
            listener = EnergyChatModelListener.of(session, energy -> LOGGER.info("{}", energy));
            // A program that ends sooner than joules are final has them all the same.
            Runtime.getRuntime().addShutdownHook(new Thread(listener::flush, "ipw-energy-flush"));
            opened = listener;
        }
        return listener;
    }
}
