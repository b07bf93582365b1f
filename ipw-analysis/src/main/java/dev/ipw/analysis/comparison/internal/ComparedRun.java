package dev.ipw.analysis.comparison.internal;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A finished run in the form that a comparison reads. */
public interface ComparedRun {
    /**
     * Returns the run's folder; its name is the run's name in the comparison.
     *
     * @return the run's directory
     */
    Path path();

    /**
     * Returns the run's configuration and totals.
     *
     * @return the summary
     */
    RunSummary summary();

    /**
     * Reads the queries in the order in which they finished. The caller closes the stream.
     *
     * @return the queries
     * @throws dev.ipw.error.InputException if the dataset is damaged
     */
    Stream<ProfilingRecord> records();

    /**
     * Creates one from a run's reader.
     *
     * @param run the run
     * @return the same run
     */
    static ComparedRun of(RunReader run) {
        return of(run.directory().path(), run.summary(), run::records);
    }

    /**
     * Creates one from a run's parts.
     *
     * @param path    its folder
     * @param summary its configuration and totals
     * @param records opens its queries
     * @return the run
     */
    static ComparedRun of(Path path, RunSummary summary, Supplier<Stream<ProfilingRecord>> records) {
        return new ComparedRun() {
            @Override
            public Path path() {
                return path;
            }

            @Override
            public RunSummary summary() {
                return summary;
            }

            @Override
            public Stream<ProfilingRecord> records() {
                return records.get();
            }
        };
    }
}
