package dev.ipw.cli;

import dev.ipw.run.RunSummary;
import java.util.Optional;

/** Say once on a screen how far the sensor behind its joules may be off. */
final class SensorError {
    private SensorError() {}

    /** Return the sentence for the joules of a run; empty if no sensor gave them. */
    static Optional<String> of(RunSummary summary) {
        return summary.totals().deviceEnergy().provenance().sensorError();
    }
}
