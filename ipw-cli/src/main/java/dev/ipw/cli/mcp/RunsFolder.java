package dev.ipw.cli.mcp;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The folder whose runs may be read, and nothing outside it: each name is checked by the real path to which it leads.
 *
 * @param root the folder, its real path
 */
record RunsFolder(Path root) {
    private static final int DEEPEST = 2;
    /** The depth to which a run's files are searched for links: its own files and those of its folders. */
    private static final int LINKS_DEEPEST = 2;
    private static final Path ARTIFACTS = new RunDirectory(Path.of("")).artifacts();
    private static final int MAX_FOLDERS = 10_000;
    private static final int MAX_NAME_CHARACTERS = 200;

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

    /** Returns the folder of a run or a series. A missing folder and one elsewhere give the same error. */
    Path folder(String name) {
        Path real;
        try {
            real = root.resolve(name).toRealPath();
        } catch (IOException | InvalidPathException elsewhere) {
            throw none(name);
        }
        if (!isPlace(real) || !Files.isDirectory(real)) {
            throw none(name);
        }
        requireNoWayOut(real, name);
        return real;
    }

    /**
     * Returns whether a folder may be a run: at the depth at which runs are listed, and not among the artifacts of
     * agents.
     */
    private boolean isPlace(Path folder) {
        if (!folder.startsWith(root) || folder.equals(root)) {
            return false;
        }
        Path inside = root.relativize(folder);
        return inside.getNameCount() <= DEEPEST
                && StreamSupport.stream(inside.spliterator(), false).noneMatch(ARTIFACTS::equals);
    }

    /** Checks that a run has no links to the outside: a run made of links would show files from anywhere. */
    private void requireNoWayOut(Path run, String name) {
        try (Stream<Path> files = Files.walk(run, LINKS_DEEPEST)) {
            // Agents may create links in their workspaces, which no tool here reads.
            Optional<Path> out = files.filter(file -> !run.relativize(file).startsWith(ARTIFACTS) || isChild(run, file))
                    .filter(Files::isSymbolicLink).filter(link -> !staysInside(link)).findFirst();
            if (out.isPresent()) {
                throw new ConfigurationException("'" + Excerpt.of(name, MAX_NAME_CHARACTERS) + "' holds the link "
                        + Excerpt.of(run.relativize(out.get()).toString(), MAX_NAME_CHARACTERS)
                        + ", which leads out of the folder of runs, so it is not read. Put the file itself there");
            }
        } catch (IOException | UncheckedIOException unreadable) {
            throw none(name);
        }
    }

    private static boolean isChild(Path run, Path file) {
        return run.equals(file.getParent());
    }

    private boolean staysInside(Path link) {
        try {
            return link.toRealPath().startsWith(root);
        } catch (IOException nowhere) {
            return false;
        }
    }

    /** Returns the folders of runs, including all runs of a series. */
    List<Path> runs(List<String> names) {
        return SeriesFolder.runsOf(names.stream().map(this::folder).toList()).stream()
                .map(run -> folder(root.relativize(run.toAbsolutePath()).toString())).toList();
    }

    /** Lists the existing runs, including those of series. */
    List<Path> all() {
        try (Stream<Path> folders = Files.walk(root, DEEPEST)) {
            return folders.limit(MAX_FOLDERS).filter(folder -> isPlace(folder) && isRun(new RunDirectory(folder)))
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
        return new ConfigurationException("There is no run '" + Excerpt.of(name, MAX_NAME_CHARACTERS)
                + "' here. list_runs names those that there are");
    }
}
