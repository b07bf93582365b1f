package dev.ipw.analysis.comparison;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunSummary;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Hold what a comparison needs of a finished run. */
public interface ComparedRun {
    /**
     * Give where the run lies; the folder's name is the run's in the comparison.
     *
     * @return the run's directory
     */
    Path path();

    /**
     * Give what was asked and what it came to.
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
