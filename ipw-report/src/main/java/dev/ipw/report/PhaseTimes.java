package dev.ipw.report;

import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import java.util.List;
import java.util.Optional;

/**
 * Find when each phase of a run was, from its journal. A run that was resumed has clocks of its own in each part, and a run
 * may have lost its journal: then only the measurement windows of the summary are known.
 *
 * @param name the phase, as in files
 * @param span when it was, in nanoseconds since the run's anchor
 */
record PhaseTimes(String name, TimeSpan span) {
    /**
     * List the phases of a run.
     *
     * @throws InputException if its journal is damaged
     */
    static List<PhaseTimes> of(RunReader run) {
        List<RunSegment> segments = run.summary().segments();
        if (segments.size() == 1) {
            List<PhaseTimes> read = run.phases().stream().map(timed -> new PhaseTimes(timed.phase().label(),
                    new TimeSpan(timed.startNanos(), timed.endNanos()))).toList();
            if (!read.isEmpty()) {
                return read;
            }
        }
        return measured(run);
    }

    /** List what the summary knows. */
    static List<PhaseTimes> measured(RunReader run) {
        return run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .map(span -> new PhaseTimes("measuring", span)).toList();
    }
}
