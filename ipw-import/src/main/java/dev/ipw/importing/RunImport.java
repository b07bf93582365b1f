package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.internal.version.LibraryVersions;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * An import of other tools' runs into run directories, so that all functions for runs work on them.
 *
 * <pre>{@code
 * ProfileRun run = RunImport.of("llmeter").read(Path.of("outputs/20260131-1200")).runName("a")
 *         .write(Path.of("runs")).getFirst();
 * double[] seconds = run.dimension("time_per_output_token");
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RunImport {
    private final RunImporterProvider importer;
    private final List<ImportableRun> found = new ArrayList<>();
    private Optional<String> runName = Optional.empty();
    private boolean overwrite;

    private RunImport(RunImporterProvider importer) {
        this.importer = importer;
    }

    /**
     * Chooses the tool.
     *
     * @param tool the id of an importer on the class path: {@code llmeter}, {@code aiperf}, {@code vllm},
     *             {@code guidellm}, {@code meter}, {@code ipw}, or that of a plugin
     * @return an import without runs
     * @throws dev.ipw.error.ConfigurationException if there is no such importer; the message lists them
     */
    public static RunImport of(String tool) {
        return of(Plugins.builder("importer", RunImporterProvider.class).build().require(tool));
    }

    /**
     * Chooses a custom importer.
     *
     * @param importer the importer of the tool's files
     * @return an import without runs
     */
    public static RunImport of(RunImporterProvider importer) {
        return new RunImport(importer);
    }

    /**
     * Adds the runs of a file or folder.
     *
     * @param path the tool's file or folder; a folder may have several runs
     * @return this import for method chaining
     * @throws dev.ipw.error.InputException if it has no run of the tool
     */
    public RunImport read(Path path) {
        found.addAll(importer.runs(path));
        return this;
    }

    /**
     * Sets the name of the run's folder. If several runs were found, each one's own name is appended.
     *
     * @param name one folder name; by default it is made of tool and model
     * @return this import for method chaining
     */
    public RunImport runName(String name) {
        runName = Optional.of(name);
        return this;
    }

    /**
     * Sets whether existing runs of the name are replaced.
     *
     * @param replace false, the default, to throw an exception instead
     * @return this import for method chaining
     */
    public RunImport overwrite(boolean replace) {
        overwrite = replace;
        return this;
    }

    /**
     * Writes the found runs.
     *
     * @param directory the folder of the runs; created if missing
     * @return the runs, finished, in the order in which they were found
     * @throws dev.ipw.error.InputException         if a file is damaged; then nothing is written
     * @throws dev.ipw.error.ConfigurationException if a run exists and may not be overwritten
     */
    public List<ProfileRun> write(Path directory) {
        List<ImportedRunWriter> writers = found.stream()
                .map(run -> new ImportedRunWriter(run, LibraryVersions.current())).toList();
        writers.forEach(ImportedRunWriter::check);
        List<ProfileRun> written = new ArrayList<>();
        for (int run = 0; run < writers.size(); run++) {
            String name = found.get(run).name();
            RunReader made = writers.get(run).write(directory,
                    runName.map(given -> found.size() == 1 ? given : given + "-" + name), overwrite);
            written.add(ProfileRun.open(made.directory().path()));
        }
        return written;
    }
}
