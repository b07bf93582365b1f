package dev.ipw.telemetry.internal.spans;

import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * The warnings of a session that measures an application, as log lines: the reason why there are no joules, or the
 * parts that are missing from them.
 */
public final class SensorLog {
    private SensorLog() {}

    /**
     * Logs the sensors that do not measure, once it is known which ones do. Uses a thread of its own and waits for
     * nothing here.
     *
     * @param session the measuring session
     * @param logger  the logger to use, at the level WARN
     */
    public static void start(TelemetrySession session, Logger logger) {
        Thread.ofPlatform().daemon().name("ipw-sensors").start(() -> write(session, logger));
    }

    static void write(TelemetrySession session, Logger logger) {
        session.awaitSensors();
        Optional<String> reason = session.energyUnavailableReason();
        List<String> problems = session.problems();
        reason.ifPresent(why -> logger.warn("No joules: {}", why));
        problems.stream().filter(problem -> reason.isEmpty()).forEach(logger::warn);
    }
}
