package dev.ipw.importing;

import dev.ipw.plugin.PluginProvider;
import java.nio.file.Path;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The provider of an importer of another tool's results. Its id is the tool's name, which a user types behind
 * {@code ipw import}.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface RunImporterProvider extends PluginProvider {
    /**
     * Finds the runs in a file or folder of the tool. It reads only as much as it needs to find them.
     *
     * @param path the file or folder
     * @return the runs, at least one, in the tool's order
     * @throws dev.ipw.error.InputException if there is none; the message names the expected files
     */
    List<ImportableRun> runs(Path path);
}
