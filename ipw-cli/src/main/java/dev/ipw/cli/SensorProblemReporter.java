package dev.ipw.cli;

import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.telemetry.TelemetrySession;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Print each sensor problem once, even in quiet mode. */
final class SensorProblemReporter {
    // Checking a counter takes a few seconds; until then an unchecked counter is no problem.
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TelemetrySession session;
    private final IpwCommand ipw;
    private final long startNanos = System.nanoTime();
    private final Set<String> reported = new HashSet<>();

    SensorProblemReporter(TelemetrySession session, IpwCommand ipw) {
        this.session = session;
        this.ipw = ipw;
    }

    /** Print new problems, without those of counters that are still being checked. */
    synchronized void report() {
        List<String> doubts = System.nanoTime() - startNanos < TRIAL_NANOS
                ? DeviceSeries.of(session.deviceSeries()).stream().map(DeviceSeries::disbelief)
                        .flatMap(Optional::stream).toList()
                : List.of();
        session.problems().stream().filter(problem -> doubts.stream().noneMatch(problem::contains))
                .filter(reported::add).forEach(ipw::complain);
    }

    /** Print all problems that were not printed yet. */
    synchronized void reportAll() {
        session.problems().stream().filter(reported::add).forEach(ipw::complain);
    }
}
