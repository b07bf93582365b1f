package dev.ipw.benchmarks.environment;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies of files that a sandbox may change, in a temporary folder that is removed at the end. */
public final class CopiedFiles implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(CopiedFiles.class);

    private Optional<Path> folder = Optional.empty();
    private int count;

    private final Optional<Path> parent;

    /** Makes copies in the system's folder for temporary files. */
    public CopiedFiles() {
        this(Optional.empty());
    }

    /**
     * Makes copies in a chosen folder.
     *
     * @param parent the folder in which theirs is made; empty uses the system's folder for temporary files
     */
    public CopiedFiles(Optional<Path> parent) {
        this.parent = parent;
    }

    /**
     * Makes an empty folder.
     *
     * @return its real path
     * @throws InputException if it cannot be made
     */
    public synchronized Path folder() {
        try {
            if (folder.isEmpty()) {
                folder = Optional.of((parent.isPresent()
                        ? Files.createTempDirectory(parent.get(), "copies")
                        : Files.createTempDirectory("ipw-environment")).toRealPath());
            }
            count++;
            return Files.createDirectory(folder.get().resolve(String.valueOf(count)));
        } catch (IOException failed) {
            throw new InputException("Cannot make a temporary folder for a sandbox: " + AtomicFile.reasonOf(failed),
                    failed);
        }
    }

    /**
     * Copies the content of a folder into another one. Links are copied as links; no link in the other folder is
     * followed.
     *
     * @param source the folder, which is not a link
     * @param target an existing folder
     * @throws InputException if it cannot be copied
     */
    public static void into(Path source, Path target) {
        requireFolder(source);
        try {
            copy(source, target);
        } catch (IOException | UncheckedIOException failed) {
            throw new InputException("Cannot copy " + source + " to " + target + ": "
                    + (failed instanceof IOException cause ? AtomicFile.reasonOf(cause) : failed.getMessage()), failed);
        }
    }

    /**
     * Rejects a folder that became a link since its check, because a link may lead anywhere.
     *
     * @param source the folder
     * @throws InputException if it is a link, or not a folder
     */
    static void requireFolder(Path source) {
        if (!Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new InputException(source + " is no folder of its own, and is not copied");
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = target.resolve(source.relativize(file).toString());
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES,
                            StandardCopyOption.REPLACE_EXISTING);
                } else if (!Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
                    // A program that works in the folder may have put a link there, which leads out of it.
                    Files.deleteIfExists(copy);
                    Files.createDirectory(copy);
                }
            }
        }
    }

    @Override
    public synchronized void close() {
        folder.ifPresent(CopiedFiles::remove);
        folder = Optional.empty();
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException left) {
            LOGGER.warn("The temporary folder {} could not be removed: {}", folder, left.toString());
        }
    }
}
