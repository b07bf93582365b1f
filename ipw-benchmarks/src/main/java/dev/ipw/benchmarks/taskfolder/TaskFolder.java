package dev.ipw.benchmarks.taskfolder;

import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder with tasks: one task, or a folder of them, at most three levels deep.
 *
 * @param path    the folder, its real path
 * @param file    the file that makes a folder a task
 * @param dataset the dataset's id
 */
public record TaskFolder(Path path, String file, String dataset) {
    private static final int MAX_TASKS = 100_000;
    private static final int DEPTH = 4;
    private static final int REVISION_DIGITS = 12;
    private static final List<String> NETWORKS = List.of("bridge", "host", "none");

    /**
     * Finds a folder.
     *
     * @param address its path
     * @param file    the file that makes a folder a task
     * @param dataset the dataset's id
     * @return the folder
     * @throws InputException if there is none
     */
    private static TaskFolder of(String address, String file, String dataset) {
        try {
            Path folder = Path.of(address);
            if (!Files.isDirectory(folder)) {
                throw new InputException("There is no folder " + folder.toAbsolutePath().normalize()
                        + " with tasks. Name a task's folder, with its " + file + ", or a folder of tasks, as in "
                        + dataset + ":FOLDER");
            }
            return new TaskFolder(folder.toRealPath(), file, dataset);
        } catch (InvalidPathException noPath) {
            throw new InputException("'" + address + "' is no path on this system. Name a folder as in " + dataset
                    + ":FOLDER", noPath);
        } catch (IOException unreadable) {
            throw new InputException("The folder " + address + " cannot be read: " + AtomicFile.reasonOf(unreadable),
                    unreadable);
        }
    }

    /**
     * Finds the folder that the dataset's parameter {@code address} names.
     *
     * @param parameters the dataset's parameters
     * @param file       the file that makes a folder a task
     * @param dataset    the dataset's id
     * @return the folder
     * @throws ConfigurationException if the parameter is missing
     * @throws InputException         if there is no such folder
     */
    public static TaskFolder of(Parameters parameters, String file, String dataset) {
        return of(parameters.text("address").orElseThrow(() -> new ConfigurationException("The tasks of the dataset "
                + dataset + " do not come with this program: name their folder as in " + dataset + ":FOLDER")),
                file, dataset);
    }

    /**
     * Reads a parameter with few values.
     *
     * @param key        the parameter
     * @param parameters the dataset's parameters
     * @param allowed    the values, the default first
     * @return the value
     * @throws ConfigurationException if it is another
     */
    public String choice(String key, Parameters parameters, List<String> allowed) {
        String value = parameters.text(key).orElse(allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new ConfigurationException("The parameter " + key + " of the dataset " + dataset
                    + " must be one of " + String.join(", ", allowed) + ", not '" + value + "'");
        }
        return value;
    }

    /**
     * Returns the network of the tasks' containers, as the parameter {@code network} names it.
     *
     * @param parameters the dataset's parameters
     * @return the network
     * @throws ConfigurationException if there is none of that name
     */
    public Network network(Parameters parameters) {
        return Network.valueOf(choice("network", parameters, NETWORKS).toUpperCase(Locale.ROOT));
    }

    /**
     * Lists the tasks.
     *
     * @param wanted names of tasks, separated by commas, in which * matches anything; ! excludes the following name;
     *               empty for all
     * @return their folders in order; each has a unique name
     * @throws InputException if there is none, or two have the same name
     */
    public List<Path> tasks(Optional<String> wanted) {
        List<Path> tasks = new ArrayList<>();
        Set<Path> names = new HashSet<>();
        for (Path folder : folders()) {
            if (wanted.isPresent() && !isWanted(folder, wanted.get())) {
                continue;
            }
            if (folder.getFileName() != null && !names.add(folder.getFileName())) {
                throw new InputException("Two tasks in " + path + " have the name " + folder.getFileName()
                        + ": name the folder of one set of tasks");
            }
            tasks.add(folder);
        }
        if (tasks.isEmpty()) {
            throw new InputException(
                    "There is no task in " + path + wanted.map(some -> " of the name " + some).orElse("")
                            + ": a task is a folder with a " + file);
        }
        return tasks;
    }

    private List<Path> folders() {
        if (Files.isRegularFile(path.resolve(file))) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.find(path, DEPTH, (each, attributes) -> attributes.isSymbolicLink()
                ? each.endsWith(file) || isTask(each)
                : attributes.isRegularFile() && each.endsWith(file))) {
            List<Path> found = files.limit(MAX_TASKS + 1L).map(this::folder).sorted().toList();
            if (found.size() > MAX_TASKS) {
                throw new InputException("There are more than " + MAX_TASKS + " tasks in " + path
                        + ": name a smaller folder");
            }
            return found;
        } catch (IOException | UncheckedIOException unreadable) {
            throw new InputException("The folder " + path + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private boolean isTask(Path folder) {
        return Files.isRegularFile(folder.resolve(file));
    }

    /**
     * Returns the folder of a found file. A link to a task is an error: it would be skipped silently, or lead anywhere.
     */
    private Path folder(Path found) {
        if (!found.endsWith(file)) {
            throw new InputException(
                    found + " is a link to a task, and links in a folder of tasks are not followed: name"
                            + " the folder that it leads to, or copy the task");
        }
        return Objects.requireNonNull(found.getParent(), "a file lies in a folder");
    }

    private static boolean isWanted(Path folder, String names) {
        Path name = folder.getFileName();
        if (name == null) {
            return false;
        }
        List<String> all = Stream.of(names.split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList();
        List<String> not = all.stream().filter(one -> one.startsWith("!")).map(one -> one.substring(1)).toList();
        boolean isNamed = all.size() == not.size() || all.stream().filter(one -> !one.startsWith("!"))
                .anyMatch(one -> matcher(one).matches(name));
        return isNamed && not.stream().noneMatch(one -> matcher(one).matches(name));
    }

    private static PathMatcher matcher(String name) {
        return FileSystems.getDefault().getPathMatcher("glob:" + name.replaceAll("[\\[\\]{}\\\\?]", "\\\\$0"));
    }

    /**
     * Hashes the instructions and the tests of tasks, so that a run is only continued with the same tasks.
     *
     * @param tasks their folders
     * @return the beginning of a hash
     */
    public String revision(List<Path> tasks) {
        try {
            Sha256 sha = new Sha256();
            for (Path task : tasks) {
                new TaskTree(task).addTo(sha, path);
            }
            return sha.hex().substring(0, REVISION_DIGITS);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new InputException("The tasks in " + path + " cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /**
     * Returns the name of the folder.
     *
     * @return the folder's own name
     */
    public String name() {
        Path last = path.getFileName();
        return last == null ? "tasks" : last.toString();
    }
}
