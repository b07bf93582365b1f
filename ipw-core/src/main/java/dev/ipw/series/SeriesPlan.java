package dev.ipw.series;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.load.Load;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The plan of a series, which determines its runs one after the other. */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface SeriesPlan permits Sweep, Repeats, RateSearch, Interleaved {
    /**
     * Returns the kind of series, which is the prefix of its folder's name.
     *
     * @return {@code sweep}, {@code repeats}, {@code search} or {@code interleaved}
     */
    String kind();

    /**
     * Returns the name of the file that lists the runs.
     *
     * @return {@code sweep.json} or {@code repeats.json}
     */
    String fileName();

    /**
     * Determines the next run.
     *
     * @param load the profiler's load
     * @param seed the profiler's seed
     * @param done the runs so far
     * @return the next step; empty after the last
     * @throws dev.ipw.error.ConfigurationException if the series is not possible with that load
     */
    Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done);

    /**
     * Returns the number of runs.
     *
     * @return the number; empty if it depends on the runs
     */
    OptionalInt size();

    /**
     * Returns the service levels that an answer must meet to be good, if they were set.
     *
     * @return the service levels
     */
    Optional<ServiceLevels> levels();

    /**
     * Returns the joint outcome of the runs, which follows their list.
     *
     * @param done the runs so far
     * @return figures by name
     */
    default Map<String, @Nullable Object> outcome(List<SeriesRun> done) {
        return TreeBuilder.object().build();
    }

    /**
     * One run of a series.
     *
     * @param name the run's folder
     * @param load how requests are sent to the model
     */
    record SeriesStep(String name, Load load) {
        /** Rejects nulls. */
        public SeriesStep {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(load, "load");
        }
    }
}
