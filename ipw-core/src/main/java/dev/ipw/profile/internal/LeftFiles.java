package dev.ipw.profile.internal;

import dev.ipw.internal.file.FolderWalk;
import dev.ipw.internal.file.OpenFolder;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the secrets of this process out of the files that an agent, its programs and its tests left, out of their names and out of
 * the targets of links. A file that holds one is replaced, so that another name of the same file keeps its content; no link is
 * followed, and a link that leads to a secret is deleted.
 */
final class LeftFiles implements FolderWalk.Visitor {
    private static final Logger LOGGER = LoggerFactory.getLogger(LeftFiles.class);
    private static final int MAX_DEPTH = 64;
    private static final long MAX_BYTES = 1L << 30;

    private long bytesLeft = MAX_BYTES;
    private long unread;

    private LeftFiles() {}

    /** Cleans all files in a folder. Unreadable files are skipped and counted in the log. */
    static void clean(Path folder) {
        // A channel closes itself when its thread is interrupted, so the interrupt waits outside.
        boolean interrupted = Thread.interrupted();
        try {
            LeftFiles files = new LeftFiles();
            FolderWalk.below(folder, MAX_DEPTH, files);
            if (files.unread > 0) {
                LOGGER.warn(
                        "{} files in {} were not searched for keys: they cannot be read or written, or are more than {} "
                                + "bytes together. Look through them before you publish the run",
                        files.unread, folder, MAX_BYTES);
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
    public void file(OpenFolder folder, Path name, Path relative, BasicFileAttributes attributes) throws IOException {
        if (attributes.isSymbolicLink()
                && holdsSecret(Files.readSymbolicLink(folder.path().resolve(name)))) {
            folder.delete(name);
            return;
        }
        try {
            content(folder, name, attributes);
        } finally {
            leave(folder, name);
        }
    }

    private void content(OpenFolder folder, Path name, BasicFileAttributes attributes) throws IOException {
        if (attributes.isDirectory() || attributes.isRegularFile() && attributes.size() > bytesLeft) {
            unread++;
        } else if (attributes.isRegularFile()) {
            bytesLeft -= attributes.size();
            try {
                clean(folder, name);
            } catch (AccessDeniedException closed) {
                unlock(folder, name);
                clean(folder, name);
            }
        }
    }

    @Override
    public void failed(Path relative, IOException closed) {
        unread++;
    }

    /** Opens what the task closed, and the folder that it lies in. */
    @Override
    public boolean unlock(OpenFolder folder, Path name) throws IOException {
        Optional<PosixFileAttributeView> rights = folder.view(PosixFileAttributeView.class);
        Optional<PosixFileAttributeView> closed = folder.view(name, PosixFileAttributeView.class);
        if (rights.isEmpty() || closed.isEmpty() || closed.get().readAttributes().isSymbolicLink()) {
            return false;
        }
        rights.get().setPermissions(opened(rights.get()));
        // Nobody opens what is closed to open it, so this goes by its path: a link in its place would but give its owner rights.
        Files.setPosixFilePermissions(folder.path().resolve(name), opened(closed.get()));
        return true;
    }

    private static Set<PosixFilePermission> opened(PosixFileAttributeView rights) throws IOException {
        Set<PosixFilePermission> all = new HashSet<>(rights.readAttributes().permissions());
        all.addAll(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE,
                PosixFilePermission.OWNER_EXECUTE));
        return all;
    }

    /** Takes secrets out of a name. */
    @Override
    public void leave(OpenFolder folder, Path name) throws IOException {
        String known = name.toString();
        String clean = SecretRedactor.clean(known);
        if (clean.equals(known)) {
            return;
        }
        Path other = Path.of(clean);
        for (int count = 2; folder.attributes(other).isPresent(); count++) {
            other = Path.of(clean + "." + count);
        }
        folder.move(name, folder, other);
    }

    private static boolean holdsSecret(Path target) {
        String text = target.toString();
        return !SecretRedactor.clean(text).equals(text);
    }

    private static void clean(OpenFolder folder, Path name) throws IOException {
        try (InputStream in = Channels.newInputStream(folder.read(name))) {
            if (!SecretRedactor.occursIn(in)) {
                return;
            }
        }
        Path clean = Path.of("." + UUID.randomUUID() + ".tmp");
        try {
            try (InputStream in = Channels.newInputStream(folder.read(name));
                    OutputStream out = Channels.newOutputStream(folder.create(clean))) {
                SecretRedactor.write(in::transferTo, out);
            }
            Optional<PosixFileAttributeView> rights = folder.view(name, PosixFileAttributeView.class);
            if (rights.isPresent()) {
                folder.view(clean, PosixFileAttributeView.class).orElseThrow()
                        .setPermissions(rights.get().readAttributes().permissions());
            }
            folder.move(clean, folder, name);
        } finally {
            if (folder.attributes(clean).isPresent()) {
                folder.delete(clean);
            }
        }
    }
}
