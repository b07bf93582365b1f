package dev.ipw.cli;

import dev.ipw.run.RunSummary;
import java.util.Optional;

/** The error of the sensor behind the joules, shown once per screen. */
final class SensorError {
    private SensorError() {}

    /** Returns the sentence for the joules of a run; empty if they are not from a sensor. */
    static Optional<String> of(RunSummary summary) {
        return summary.totals().deviceEnergy().provenance().sensorError();
    }
}
