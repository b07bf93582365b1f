package dev.ipw.benchmarks.taskfolder;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of one task. Links are followed within its folder only: a link that leads out of it is rejected by name, so
 * that no other file of this machine becomes a prompt, a test or a part of an image.
 *
 * @param folder the task's folder, its real path
 */
public record TaskTree(Path folder) {
    private static final long MAX_HASHED_BYTES = 64L << 20;

    /**
     * Opens a task's folder.
     *
     * @param folder the folder, or a link to it
     * @return its tree
     * @throws InputException if it cannot be read
     */
    public static TaskTree of(Path folder) {
        try {
            return new TaskTree(folder.toRealPath());
        } catch (IOException unreadable) {
            throw new InputException("The folder " + folder + " cannot be read: " + AtomicFile.reasonOf(unreadable),
                    unreadable);
        }
    }

    /**
     * Finds a file of the task.
     *
     * @param path its path, in the folder
     * @return its real path; empty if there is no such file
     * @throws InputException if it is a link out of the folder, or is behind one
     */
    public Optional<Path> file(Path path) {
        return real(path).filter(found -> Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Finds a folder of the task.
     *
     * @param path its path, in the task's own folder
     * @return its real path; empty if there is no such folder
     * @throws InputException if it is a link out of the task's folder, or is behind one
     */
    public Optional<Path> directory(Path path) {
        return real(path).filter(found -> Files.isDirectory(found, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Reads a file of the task.
     *
     * @param path      its path, in the folder
     * @param mostBytes the maximum size
     * @return its bytes
     * @throws InputException if it is missing, unreadable or larger, a link out of the folder or behind one, or changed
     *                        during the reading
     */
    public byte[] read(Path path, long mostBytes) {
        Path found = file(path).orElseThrow(() -> new InputException("There is no file " + path));
        byte[] content = BoundedFile.readUnlinked(found, mostBytes);
        // A folder on the path may have become a link between the check and the opening.
        if (real(path).filter(found::equals).isEmpty()) {
            throw new InputException(path + " was changed while it was read. See that nothing else works on the tasks");
        }
        return content;
    }

    private Optional<Path> real(Path path) {
        Path found;
        try {
            found = path.toRealPath();
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new InputException(path + " cannot be read: " + AtomicFile.reasonOf(unreadable), unreadable);
        }
        if (!found.startsWith(folder)) {
            throw new InputException(path + " is a link, or lies behind one, that leads out of the task's folder to "
                    + found + ". The links of a task are followed within its folder only: put the file itself there, or"
                    + " leave the task out with the parameter tasks=!NAME");
        }
        return Optional.of(found);
    }

    /**
     * Adds all files to a hash; for a link, its target path as written.
     *
     * @param sha   the hash of names and contents
     * @param above the folder that names are relative to
     * @throws IOException if a file cannot be read
     */
    void addTo(Sha256 sha, Path above) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted().toList()) {
                boolean isLink = Files.isSymbolicLink(each);
                if (isLink || Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    sha.add(above.relativize(each).toString());
                    sha.add(isLink
                            ? (" -> " + Files.readSymbolicLink(each)).getBytes(StandardCharsets.UTF_8)
                            : content(each));
                }
            }
        }
    }

    private static byte[] content(Path file) throws IOException {
        long bytes = Files.size(file);
        return bytes <= MAX_HASHED_BYTES
                ? BoundedFile.readUnlinked(file, MAX_HASHED_BYTES)
                : String.valueOf(bytes).getBytes(StandardCharsets.UTF_8);
    }
}
