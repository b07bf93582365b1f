package dev.ipw.analysis.comparison;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunSummary;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A finished run as a comparison reads it. */
public interface ComparedRun {
    /**
     * Return the run's folder; its name is the run's name in the comparison.
     *
     * @return the run's directory
     */
    Path path();

    /**
     * Return the run's configuration and totals.
     *
     * @return the summary
     */
    RunSummary summary();

    /**
     * Read the queries in the order in which they finished. The caller closes the stream.
     *
     * @return the queries
     * @throws dev.ipw.error.InputException if the dataset is damaged
     */
    Stream<ProfilingRecord> records();
}
