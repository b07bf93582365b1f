package dev.ipw.engine.profile;

import dev.ipw.internal.secret.SecretRedactor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removal of this process' secrets from the files of an agent, its programs and its tests. A file that contains one
 * is replaced, so that another name of the same file keeps its content; links are neither followed nor changed.
 */
final class LeftFiles extends SimpleFileVisitor<Path> {
    private static final Logger LOGGER = LoggerFactory.getLogger(LeftFiles.class);
    private static final int MOST_DEPTH = 64;
    private static final long MOST_BYTES = 1L << 30;

    private final Path folder;
    private long bytes;
    private long unread;

    private LeftFiles(Path folder) {
        this.folder = folder;
    }

    /** Cleans all files in a folder. Unreadable files are skipped and counted in the log. */
    static void clean(Path folder) {
        if (!SecretRedactor.knowsAny()) {
            return;
        }
        // A channel closes itself when its thread is interrupted, so the interrupt is restored afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            LeftFiles files = new LeftFiles(folder.toRealPath());
            Files.walkFileTree(files.folder, Set.of(), MOST_DEPTH, files);
            if (files.unread > 0) {
                LOGGER.warn(
                        "{} files in {} were not searched for keys: they cannot be read or written, or come after the "
                                + "first {} bytes. Look through them before you publish the run",
                        files.unread, folder,
                        MOST_BYTES);
            }
        } catch (IOException gone) {
            LOGGER.warn("The files in {} could not be searched for keys. Look through them before you publish the run",
                    folder, gone);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (attributes.isDirectory()) {
            // The folder is too deep to be searched.
            unread++;
        }
        if (!attributes.isRegularFile()) {
            return FileVisitResult.CONTINUE;
        }
        bytes += attributes.size();
        try {
            if (bytes > MOST_BYTES) {
                unread++;
            } else if (holdsSecret(file)) {
                replace(file);
            }
        } catch (IOException closed) {
            unread++;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException closed) {
        unread++;
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException broken) {
        if (broken != null) {
            unread++;
        }
        return FileVisitResult.CONTINUE;
    }

    private static boolean holdsSecret(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return SecretRedactor.occursIn(in);
        }
    }

    private void replace(Path file) throws IOException {
        if (!file.toRealPath().startsWith(folder)) {
            throw new IOException(file + " is reached by a link");
        }
        Path clean = file.resolveSibling("." + UUID.randomUUID() + ".tmp");
        try {
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
                    OutputStream out = Files.newOutputStream(clean, StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE)) {
                SecretRedactor.write(in::transferTo, out);
            }
            PosixFileAttributeView permissions = Files.getFileAttributeView(file, PosixFileAttributeView.class,
                    LinkOption.NOFOLLOW_LINKS);
            if (permissions != null) {
                Files.setPosixFilePermissions(clean, permissions.readAttributes().permissions());
            }
            Files.move(clean, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(clean);
        }
    }
}
