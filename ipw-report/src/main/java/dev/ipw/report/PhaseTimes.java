package dev.ipw.report;

import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import java.util.List;
import java.util.Optional;

/**
 * The time of each phase of a run, from its journal. Each part of a resumed run has clocks of its own, and a run may
 * have lost its journal: then only the measurement windows of the summary are known.
 *
 * @param name the name of the phase in files
 * @param span its time, in nanoseconds since the run's anchor
 */
record PhaseTimes(String name, TimeSpan span) {
    /**
     * Lists the phases of a run.
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

    /** Lists the phases in the summary. */
    static List<PhaseTimes> measured(RunReader run) {
        return run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .map(span -> new PhaseTimes("measuring", span)).toList();
    }
}
