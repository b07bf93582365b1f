package dev.ipw.series;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.load.Load;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Decide which runs a series has, one after the other. */
public sealed interface SeriesPlan permits Sweep, Repeats, RateSearch, Interleaved {
    /**
     * Names the kind of series as its folder begins.
     *
     * @return {@code sweep}, {@code repeats}, {@code search} or {@code interleaved}
     */
    String kind();

    /**
     * Names the file that lists the runs.
     *
     * @return {@code sweep.json} or {@code repeats.json}
     */
    String fileName();

    /**
     * Decides on the next run.
     *
     * @param load how the profiler puts requests on the model
     * @param seed the profiler's seed
     * @param done the runs so far
     * @return the next step; empty once there is none
     * @throws dev.ipw.error.ConfigurationException if such a series makes no sense with that load
     */
    Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done);

    /**
     * Returns how many runs there will be.
     *
     * @return the number; empty if it depends on the runs
     */
    OptionalInt size();

    /**
     * Returns the service levels that an answer must meet to be good, if that was said.
     *
     * @return the service levels
     */
    Optional<ServiceLevels> levels();

    /**
     * Writes what the runs came to together, beside the list of them.
     *
     * @param done the runs so far
     * @return figures by name
     */
    default Map<String, @Nullable Object> outcome(List<SeriesRun> done) {
        return TreeBuilder.object().build();
    }

    /**
     * One run that a series asks for.
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
