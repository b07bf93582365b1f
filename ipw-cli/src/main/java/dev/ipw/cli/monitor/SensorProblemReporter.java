package dev.ipw.cli.monitor;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.telemetry.TelemetrySession;
import java.util.HashSet;
import java.util.Set;

/** A printer of sensor problems, each once, even in quiet mode. */
public final class SensorProblemReporter {
    private final TelemetrySession session;
    private final CommandContext ipw;
    private final Set<String> reported = new HashSet<>();

    public SensorProblemReporter(TelemetrySession session, CommandContext ipw) {
        this.session = session;
        this.ipw = ipw;
    }

    /** Prints the problems that were not printed yet. */
    public synchronized void report() {
        session.problems().stream().filter(reported::add).forEach(ipw::complain);
    }
}
