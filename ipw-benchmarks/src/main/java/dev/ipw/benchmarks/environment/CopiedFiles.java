package dev.ipw.benchmarks.environment;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileTree;
import dev.ipw.internal.file.OpenFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies of files that a sandbox may change, in a temporary folder that is removed at the end. */
public final class CopiedFiles implements AutoCloseable {
    /** Each open level takes files of the process. */
    private static final int MAX_DEPTH = 64;
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
     * Copies the content of a folder into another one. Links are copied as links; no link in the other folder is followed, not
     * even one that a program puts there meanwhile. Pipes, sockets and devices are refused.
     *
     * @param source the folder, which is not a link
     * @param target an existing folder
     * @throws InputException if it cannot be copied
     */
    public static void into(Path source, Path target) {
        requireFolder(source);
        try (OpenFolder from = OpenFolder.of(source); OpenFolder into = OpenFolder.of(target)) {
            copy(from, into, 1);
        } catch (IOException failed) {
            throw new InputException("Cannot copy " + source + " to " + target + ": " + AtomicFile.reasonOf(failed),
                    failed);
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

    private static void copy(OpenFolder source, OpenFolder target, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new FileSystemException(source.path().toString(), null,
                    "folders are nested more than " + MAX_DEPTH + " deep");
        }
        source.forEach(name -> {
            BasicFileAttributes found = source.attributes(name).orElseThrow(
                    () -> new NoSuchFileException(source.path().resolve(name).toString()));
            boolean isFolder = target.isFolder(name);
            if (found.isDirectory()) {
                if (!isFolder) {
                    // Who works in the folder may have put a link there, which leads out of it.
                    clear(target, name);
                    target.makeFolder(name);
                }
                try (OpenFolder from = source.folder(name); OpenFolder into = target.folder(name)) {
                    copy(from, into, depth + 1);
                }
            } else if (found.isSymbolicLink()) {
                target.makeLink(name, Files.readSymbolicLink(source.path().resolve(name)));
            } else {
                clear(target, name);
                file(source, target, name);
            }
            return true;
        });
    }

    private static void clear(OpenFolder target, Path name) throws IOException {
        if (target.attributes(name).isPresent()) {
            target.delete(name);
        }
    }

    private static void file(OpenFolder source, OpenFolder target, Path name) throws IOException {
        try (InputStream in = Channels.newInputStream(source.read(name));
                OutputStream out = Channels.newOutputStream(target.create(name))) {
            in.transferTo(out);
        }
        Optional<PosixFileAttributeView> rights = source.view(name, PosixFileAttributeView.class);
        if (rights.isPresent()) {
            PosixFileAttributes known = rights.get().readAttributes();
            PosixFileAttributeView copied = target.view(name, PosixFileAttributeView.class).orElseThrow();
            copied.setTimes(known.lastModifiedTime(), known.lastAccessTime(), null);
            copied.setPermissions(known.permissions());
        }
    }

    @Override
    public synchronized void close() {
        folder.ifPresent(CopiedFiles::remove);
        folder = Optional.empty();
    }

    private static void remove(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException left) {
            LOGGER.warn("The temporary folder {} could not be removed: {}", folder, left.toString());
        }
    }
}
