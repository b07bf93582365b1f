package dev.ipw.cli;

import dev.ipw.telemetry.TelemetrySession;
import java.util.HashSet;
import java.util.Set;

/** Tell a person what goes wrong with the sensors, each thing once; also if the command is to be quiet. */
final class ToldProblems {
    private final TelemetrySession session;
    private final IpwCommand ipw;
    private final Set<String> told = new HashSet<>();

    ToldProblems(TelemetrySession session, IpwCommand ipw) {
        this.session = session;
        this.ipw = ipw;
    }

    /** Tell what has come up since. */
    synchronized void tell() {
        session.problems().stream().filter(told::add).forEach(ipw::complain);
    }
}
