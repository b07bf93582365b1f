package dev.ipw.cli;

import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.telemetry.TelemetrySession;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Tell a person what goes wrong with the sensors, each thing once; also if the command is to be quiet. */
final class ToldProblems {
    // A counter that has to prove itself takes a few seconds for it; that it has not done so yet is no news before.
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TelemetrySession session;
    private final IpwCommand ipw;
    private final long startNanos = System.nanoTime();
    private final Set<String> told = new HashSet<>();

    ToldProblems(TelemetrySession session, IpwCommand ipw) {
        this.session = session;
        this.ipw = ipw;
    }

    /** Tell what has come up since. */
    synchronized void tell() {
        List<String> doubts = System.nanoTime() - startNanos < TRIAL_NANOS
                ? DeviceSeries.of(session.deviceSeries()).stream().map(DeviceSeries::disbelief)
                        .flatMap(Optional::stream).toList()
                : List.of();
        session.problems().stream().filter(problem -> doubts.stream().noneMatch(problem::contains))
                .filter(told::add).forEach(ipw::complain);
    }

    /** Print the problems that were not printed yet. */
    synchronized void tellAll() {
        session.problems().stream().filter(told::add).forEach(ipw::complain);
    }
}
