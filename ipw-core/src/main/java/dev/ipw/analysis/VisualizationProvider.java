package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;

/** Provide a visualization of one or several runs under an id. */
public interface VisualizationProvider extends PluginProvider {
    /**
     * Draw runs. A picture of one run is drawn of each of them; one that sets runs side by side shows them in this order.
     *
     * @param runs       the runs, at least one
     * @param directory  where to put the pictures; it exists
     * @param parameters the picture's parameters
     * @return the files written, and what was left out because it was not measured
     * @throws dev.ipw.error.IpwException if a run cannot be read or a file cannot be written
     */
    Drawing draw(List<RunReader> runs, Path directory, Parameters parameters);
}
