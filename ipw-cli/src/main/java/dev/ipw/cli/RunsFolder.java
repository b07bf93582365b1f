package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.names.SeriesFolder;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hold the folder whose runs may be read, and nothing outside of it: each name is judged by the real place that it leads to.
 *
 * @param root the folder, its real path
 */
record RunsFolder(Path root) {
    private static final int DEEPEST = 2;
    private static final int MOST_FOLDERS = 10_000;
    private static final int MOST_NAME_CHARACTERS = 200;

    static RunsFolder of(Path folder) {
        try {
            Path root = folder.toRealPath();
            if (!Files.isDirectory(root)) {
                throw new ConfigurationException("--runs takes a folder, and " + folder + " is none");
            }
            return new RunsFolder(root);
        } catch (IOException missing) {
            throw new ConfigurationException("There is no folder " + folder
                    + ". Name the one in which 'ipw profile' keeps its runs by --runs", missing);
        }
    }

    /** Return the folder of a run or a series. What is missing and what lies elsewhere look alike. */
    Path folder(String name) {
        try {
            Path real = root.resolve(name).toRealPath();
            if (real.startsWith(root) && !real.equals(root) && Files.isDirectory(real)) {
                return real;
            }
        } catch (IOException | InvalidPathException elsewhere) {
            throw none(name);
        }
        throw none(name);
    }

    /** Return the folders of runs and of all runs of a series. */
    List<Path> runs(List<String> names) {
        return SeriesFolder.runsOf(names.stream().map(this::folder).toList()).stream()
                .map(run -> folder(root.relativize(run.toAbsolutePath()).toString())).toList();
    }

    /** List the runs that are there, also those of series. */
    List<Path> all() {
        try (Stream<Path> folders = Files.walk(root, DEEPEST)) {
            return folders.limit(MOST_FOLDERS).filter(folder -> !folder.equals(root) && isRun(new RunDirectory(folder)))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new ConfigurationException("The folder " + root + " cannot be listed: " + failed.getMessage(),
                    failed);
        }
    }

    private static boolean isRun(RunDirectory run) {
        return Files.exists(run.summary()) || Files.exists(run.journal());
    }

    String name(Path run) {
        return root.relativize(run).toString();
    }

    private static ConfigurationException none(String name) {
        return new ConfigurationException("There is no run '" + Excerpt.of(name, MOST_NAME_CHARACTERS)
                + "' here. list_runs names those that there are");
    }
}
