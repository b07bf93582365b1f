package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;

/** Provide a picture of a run under an id. */
public interface VisualizationProvider extends PluginProvider {
    /**
     * Draw a run.
     *
     * @param run        the run
     * @param directory  where to put the pictures; it exists
     * @param parameters the picture's parameters
     * @return the files written
     * @throws dev.ipw.error.IpwException if the run cannot be read or a file cannot be written
     */
    List<Path> draw(RunReader run, Path directory, Parameters parameters);
}
