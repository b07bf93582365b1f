package dev.ipw.analysis.comparison.internal;

import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary;
import java.nio.file.Path;
import java.util.function.Consumer;

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
     * Passes each query to a consumer, in the order in which they finished.
     *
     * @param consumer receives the queries; each is valid during its call
     * @throws dev.ipw.error.InputException if the dataset is damaged
     */
    void forEachQuery(Consumer<? super RecordedQuery> consumer);

    /**
     * Creates one from a run's reader.
     *
     * @param run the run
     * @return the same run
     */
    static ComparedRun of(RunReader run) {
        return of(run.directory().path(), run.summary(), run::forEachQuery);
    }

    /**
     * Creates one from a run's parts.
     *
     * @param path    its folder
     * @param summary its configuration and totals
     * @param queries passes its queries to a consumer
     * @return the run
     */
    static ComparedRun of(Path path, RunSummary summary, Consumer<Consumer<? super RecordedQuery>> queries) {
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
            public void forEachQuery(Consumer<? super RecordedQuery> consumer) {
                queries.accept(consumer);
            }
        };
    }
}
