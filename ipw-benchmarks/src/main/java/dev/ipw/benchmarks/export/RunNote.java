package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.RunFacts.Counts;
import dev.ipw.benchmarks.export.RunFacts.Setup;

/** A description of a run in one sentence. */
final class RunNote {
    private RunNote() {}

    /** Writes the sentence with the unit of the value. */
    static String of(RunFacts run, String unit) {
        Counts counts = run.counts();
        Setup setup = run.setup();
        return "Accuracy in " + unit + " of " + counts.scored() + " scored answers"
                + (counts.failed() > 0 ? ", failed requests: " + counts.failed() : "")
                + (setup.epochs() > 1 ? ", each question asked " + setup.epochs() + " times" : "")
                + (setup.isInterrupted() ? ", the run ended early" : "") + "; ipw " + setup.version() + ", "
                + setup.hardware() + ".";
    }
}
