package dev.ipw.benchmarks.harbor;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder with tasks: one task, or a folder of them, at most three levels deep.
 *
 * @param path the folder, its real path
 */
record HarborFolder(Path path) {
    private static final int MOST_TASKS = 100_000;
    private static final int DEPTH = 4;
    private static final int REVISION_DIGITS = 12;
    private static final long MOST_BYTES = 64L << 20;

    static HarborFolder of(String address) {
        try {
            Path folder = Path.of(address);
            if (!Files.isDirectory(folder)) {
                throw new InputException("There is no folder " + folder.toAbsolutePath().normalize()
                        + " with tasks. Name a task's folder, with its task.toml, or a folder of tasks, as in harbor:FOLDER");
            }
            return new HarborFolder(folder.toRealPath());
        } catch (InvalidPathException noPath) {
            throw new InputException("'" + address + "' is no path on this system. Name a folder as in harbor:FOLDER",
                    noPath);
        } catch (IOException unreadable) {
            throw new InputException("The folder " + address + " cannot be read: " + AtomicFile.reasonOf(unreadable),
                    unreadable);
        }
    }

    /**
     * Read the tasks.
     *
     * @param wanted names of tasks between commas, in which * stands for anything; empty for all
     * @return the tasks, ordered by their folders
     */
    List<HarborTask> tasks(Optional<String> wanted) {
        List<HarborTask> tasks = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Path folder : folders()) {
            if (wanted.isPresent() && !isWanted(folder, wanted.get())) {
                continue;
            }
            HarborTask task = HarborTask.read(folder);
            if (!ids.add(task.id())) {
                throw new InputException("Two tasks in " + path + " have the name " + task.id()
                        + ": name the folder of one set of tasks");
            }
            tasks.add(task);
        }
        if (tasks.isEmpty()) {
            throw new InputException(
                    "There is no task in " + path + wanted.map(names -> " of the name " + names).orElse("")
                            + ": a task is a folder with a task.toml");
        }
        return tasks;
    }

    private List<Path> folders() {
        if (Files.isRegularFile(path.resolve(HarborTask.FILE))) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.find(path, DEPTH, (file, attributes) -> attributes.isRegularFile()
                && file.endsWith(HarborTask.FILE))) {
            List<Path> found = files.limit(MOST_TASKS + 1L).map(Path::getParent).sorted().toList();
            if (found.size() > MOST_TASKS) {
                throw new InputException("There are more than " + MOST_TASKS + " tasks in " + path
                        + ": name a smaller folder");
            }
            return found;
        } catch (IOException | UncheckedIOException unreadable) {
            throw new InputException("The folder " + path + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static boolean isWanted(Path folder, String names) {
        Path name = folder.getFileName();
        return name != null && Stream.of(names.split(",")).map(String::strip).filter(one -> !one.isEmpty())
                .anyMatch(one -> matcher(one).matches(name));
    }

    private static PathMatcher matcher(String name) {
        return FileSystems.getDefault().getPathMatcher("glob:" + name.replaceAll("[\\[\\]{}\\\\?]", "\\\\$0"));
    }

    /** Hash what tasks ask and how they are tested, so that a run goes on only with the same tasks. */
    String revision(List<HarborTask> tasks) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (HarborTask task : tasks) {
                try (Stream<Path> files = Files.walk(task.folder())) {
                    for (Path file : files.filter(one -> Files.isRegularFile(one, LinkOption.NOFOLLOW_LINKS))
                            .sorted().toList()) {
                        sha.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                        sha.update(Files.size(file) <= MOST_BYTES
                                ? BoundedFile.read(file, MOST_BYTES)
                                : String.valueOf(Files.size(file)).getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
            return HexFormat.of().formatHex(sha.digest()).substring(0, REVISION_DIGITS);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new InputException("The tasks in " + path + " cannot be read: " + unreadable.getMessage(),
                    unreadable);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    String name() {
        Path last = path.getFileName();
        return last == null ? "tasks" : last.toString();
    }
}
