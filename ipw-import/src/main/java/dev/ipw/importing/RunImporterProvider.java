package dev.ipw.importing;

import dev.ipw.plugin.PluginProvider;
import java.nio.file.Path;
import java.util.List;

/** A reader of the results of another tool. Its id is the tool's name, which a user types behind {@code ipw import}. */
public interface RunImporterProvider extends PluginProvider {
    /**
     * Finds the runs that a file or folder of the tool holds. Nothing is read but what it takes to find them.
     *
     * @param path the file or folder
     * @return the runs, at least one, in the tool's order
     * @throws dev.ipw.error.InputException if there is none; the message says what was looked for
     */
    List<ImportableRun> runs(Path path);
}
