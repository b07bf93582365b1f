package dev.ipw.examples.programs;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Efficiency;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Quantiles;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A program that reads a run: its summary, one figure of every query, the queries themselves, and the results. */
public final class ReadRun {
    private ReadRun() {}

    /** Reads the run in the given folder. */
    public static void main(String[] arguments) {
        ProfileRun run = ProfileRun.open(Path.of(arguments[0]));

        System.out.println(run.summary().configuration().client().model() + ": " + run.summary().totals().queries()
                + " queries in " + run.summary().totals().measuredSeconds() + " s");

        double[] seconds = run.dimension("time_per_output_token");
        System.out.println("median " + Quantiles.of(seconds, 0.5) + " s per output token");

        try (Stream<ProfilingRecord> records = run.records()) {
            records.filter(record -> !record.isCorrect().orElse(false)).forEach(record -> System.out
                    .println(record.question().problem() + " answered " + record.outcome().answer()));
        }

        Efficiency efficiency = run.efficiency();
        System.out.println("accuracy " + efficiency.accuracy());
        System.out.println("energy " + efficiency.energyProvenance() + ": " + efficiency.energySource());
    }
}
