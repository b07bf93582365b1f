package dev.ipw.analysis.comparison;

import dev.ipw.plugin.PluginProvider;
import dev.ipw.results.RunReader;
import java.util.List;
import org.apiguardian.api.API;

/** A comparison of finished runs in the usual dimensions. The artifact {@code ipw-analysis} contains one. */
@API(status = API.Status.EXPERIMENTAL)
public interface RunComparator extends PluginProvider {
    /** The id of the comparison by intervals and tests. */
    String STATISTICAL = "statistical";

    /**
     * Compares a run with another.
     *
     * @param baseline the run that the other is compared with
     * @param other    the other run
     * @return the difference in each dimension, its certainty, and the conclusion
     * @throws dev.ipw.error.ConfigurationException if both are the same run
     * @throws dev.ipw.error.InputException         if a run cannot be read, or they have no dimension in common
     */
    RunComparison compare(RunReader baseline, RunReader other);

    /**
     * Compares two configurations, each of which was run several times.
     *
     * @param baseline at least two runs of the first configuration
     * @param others   at least two runs of the second
     * @return the difference in each dimension, the second configuration's less the first's, and the conclusion
     * @throws dev.ipw.error.ConfigurationException if there are fewer, one comes twice, or runs of one configuration
     *                                              differ in it
     * @throws dev.ipw.error.InputException         if a run cannot be read, or they have no dimension in common
     */
    RunComparison compareRepeats(List<RunReader> baseline, List<RunReader> others);
}
