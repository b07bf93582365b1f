package dev.ipw.cli;

import dev.ipw.run.RunSummary;
import java.util.Optional;

/** Show once on a screen the error of the sensor behind the joules. */
final class SensorError {
    private SensorError() {}

    /** Return the sentence for the joules of a run; empty if no sensor gave them. */
    static Optional<String> of(RunSummary summary) {
        return summary.totals().deviceEnergy().provenance().sensorError();
    }
}
