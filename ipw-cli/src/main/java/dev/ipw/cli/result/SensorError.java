package dev.ipw.cli.result;

import dev.ipw.run.RunSummary;
import java.util.Optional;

/** The error of the sensor behind the joules, shown once per screen. */
public final class SensorError {
    private SensorError() {}

    /** Returns the sentence for the joules of a run; empty if they are not from a sensor. */
    public static Optional<String> of(RunSummary summary) {
        return summary.totals().deviceEnergy().provenance().sensorError();
    }

    /** Returns the same without what it is no part of, for the line of the joules. */
    static Optional<String> brief(RunSummary summary) {
        return of(summary).map(text -> text.replaceFirst(" \\(.*", ""));
    }
}
