package dev.ipw.engine.spans;

import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;

/** The warnings of a session that measures an application, as log lines: why there are no joules, or what is missing from them. */
public final class SensorLog {
    private SensorLog() {}

    /**
     * Waits until it is known which sensors measure, and logs what does not. Does so on a thread of its own and waits for nothing
     * here.
     *
     * @param session what measures
     * @param logger  where to log, at the level WARN
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
