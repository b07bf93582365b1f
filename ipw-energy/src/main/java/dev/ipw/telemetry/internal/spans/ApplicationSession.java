package dev.ipw.telemetry.internal.spans;

import dev.ipw.internal.io.FailureText;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import org.slf4j.Logger;

/** The session of an application, which continues whatever fails in measuring. */
public final class ApplicationSession {
    private ApplicationSession() {}

    /**
     * Opens the sensors of this machine, which takes up to four seconds, and logs the sensors that do not measure. If
     * opening fails, because a collector is not known or does not work here, it logs a warning and opens a session
     * without sensors, which reports the reason.
     *
     * @param collectors the collectors, for example {@code auto,estimate}
     * @param logger     the logger to use
     * @return the session, to be closed
     */
    public static TelemetrySession open(String collectors, Logger logger) {
        try {
            TelemetrySession session = TelemetrySession.builder().collectors(collectors).open();
            SensorLog.start(session, logger);
            return session;
        } catch (RuntimeException | LinkageError failed) {
            logger.warn("No joules: the collectors '{}' cannot be opened; the application goes on: {}", collectors,
                    FailureText.of(failed));
            logger.debug("The collectors cannot be opened", failed);
            return TelemetrySession.builder().discovery(false)
                    .provider(new Failed(SensorStatus.failed("failed", "the collectors '" + collectors + "'",
                            FailureText.of(failed), "choose others")))
                    .open();
        }
    }

    /** A collector that reads nothing, with the reason. */
    private record Failed(SensorStatus status) implements TelemetryProvider {
        @Override
        public String id() {
            return status.collector();
        }

        @Override
        public String description() {
            return status.detail();
        }

        @Override
        public List<SensorStatus> probe(TelemetryEnvironment environment) {
            return List.of(status);
        }

        @Override
        public List<TelemetrySource> open(TelemetryEnvironment environment) {
            return List.of();
        }
    }
}
