package dev.ipw.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A folder in which another program may work at the same time. Names are looked up in the folder that is open and no link is followed,
 * so that a program which exchanges a folder or a file for a link leads nobody out of it. Where the file system has no such look-up, as
 * on Windows, paths are used. For one thread.
 */
public final class OpenFolder implements Closeable {
    private static final Path ITSELF = Path.of(".");

    private final Path path;
    private final Path beside;
    private final DirectoryStream<Path> stream;

    private OpenFolder(Path path, Path beside, DirectoryStream<Path> stream) {
        this.path = path;
        this.beside = beside;
        this.stream = stream;
    }

    /** Takes an entry of a folder. */
    @FunctionalInterface
    public interface EntryVisit {
        /**
         * Takes it.
         *
         * @param name its name
         * @return false to see no more entries
         * @throws IOException if it cannot be taken, which ends the visit of the folder
         */
        boolean take(Path name) throws IOException;
    }

    /**
     * Opens a folder whose own name, and the folder above it, nobody else may change.
     *
     * @param folder the folder
     * @return the open folder, to be closed
     * @throws IOException if it cannot be opened
     */
    public static OpenFolder of(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath();
        return new OpenFolder(absolute, Objects.requireNonNullElse(absolute.getParent(), absolute),
                Files.newDirectoryStream(absolute));
    }

    /**
     * Opens a folder below another one.
     *
     * @param folder   the folder, whose own name nobody else may change
     * @param relative the way from there, without {@code ..}; empty for the folder itself
     * @return the open folder, to be closed
     * @throws IOException if there is none, or a link on the way
     */
    public static OpenFolder of(Path folder, Path relative) throws IOException {
        OpenFolder open = of(folder);
        if (!relative.toString().isEmpty()) {
            for (Path step : relative) {
                try (OpenFolder above = open) {
                    open = above.folder(step);
                }
            }
        }
        return open;
    }

    /**
     * Opens a file below a folder to read it.
     *
     * @param folder   the folder, whose own name nobody else may change
     * @param relative the way from there, without {@code ..}
     * @return its bytes
     * @throws IOException if it cannot be read, there is a link on the way, or it is another thing than a file
     */
    public static SeekableByteChannel read(Path folder, Path relative) throws IOException {
        Path above = Objects.requireNonNullElse(relative.getParent(), Path.of(""));
        try (OpenFolder open = of(folder, above)) {
            return open.read(Objects.requireNonNull(relative.getFileName(), "a relative path has a last name"));
        }
    }

    /**
     * Opens a folder in this one.
     *
     * @param name its name
     * @return the open folder, to be closed
     * @throws IOException if there is none, or it is a link
     */
    public OpenFolder folder(Path name) throws IOException {
        Path inner = path.resolve(name);
        if (secure().isPresent()) {
            return new OpenFolder(inner, beside, secure().get().newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
        }
        requireNoLink(inner);
        return new OpenFolder(inner, beside, Files.newDirectoryStream(inner));
    }

    private static void requireNoLink(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(file.toString(), null, "it is a link");
        }
    }

    /** Returns the path that this folder was found at. */
    public Path path() {
        return path;
    }

    /**
     * Visits all entries, in no order.
     *
     * @param visit takes them
     * @return false if the visit ended before the last one
     * @throws IOException if the folder cannot be read, or the visit ends with it
     */
    public boolean forEach(EntryVisit visit) throws IOException {
        try (DirectoryStream<Path> entries = secure().isPresent()
                ? secure().get().newDirectoryStream(ITSELF, LinkOption.NOFOLLOW_LINKS)
                : Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (!visit.take(Objects.requireNonNull(entry.getFileName(), "an entry has a name"))) {
                    return false;
                }
            }
            return true;
        } catch (DirectoryIteratorException failed) {
            throw Objects.requireNonNull(failed.getCause());
        }
    }

    /**
     * Returns a view of an entry's attributes, of the link itself where it is one.
     *
     * @param name its name
     * @param type the view
     * @param <V>  the view
     * @return the view; empty if the file system has none
     */
    public <V extends FileAttributeView> Optional<V> view(Path name, Class<V> type) {
        return Optional.ofNullable(secure().isPresent()
                ? secure().get().getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS)
                : Files.getFileAttributeView(path.resolve(name), type, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Returns a view of this folder's own attributes.
     *
     * @param type the view
     * @param <V>  the view
     * @return the view; empty if the file system has none
     */
    public <V extends FileAttributeView> Optional<V> view(Class<V> type) {
        return Optional.ofNullable(secure().isPresent()
                ? secure().get().getFileAttributeView(type)
                : Files.getFileAttributeView(path, type, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Returns what an entry is.
     *
     * @param name its name
     * @return its attributes, of the link itself where it is one; empty if there is no such entry
     * @throws IOException if they cannot be read
     */
    public Optional<BasicFileAttributes> attributes(Path name) throws IOException {
        try {
            return Optional.of(view(name, BasicFileAttributeView.class).orElseThrow().readAttributes());
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether an entry is a folder.
     *
     * @param name its name
     * @return false for a link to one, and if there is no such entry
     * @throws IOException if its attributes cannot be read
     */
    public boolean isFolder(Path name) throws IOException {
        return attributes(name).map(BasicFileAttributes::isDirectory).orElse(false);
    }

    /**
     * Opens a file to read it.
     *
     * @param name its name
     * @return its bytes
     * @throws IOException if it cannot be read, or is a link, a pipe or another thing than a file
     */
    public SeekableByteChannel read(Path name) throws IOException {
        requireFile(name);
        try {
            // To open a pipe for reading alone waits for who writes into it, and one may have taken the file's place by now.
            return requireFile(name, channel(name, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)));
        } catch (FileSystemException notWritable) {
            requireFile(name);
            return requireFile(name, channel(name, Set.of(StandardOpenOption.READ)));
        }
    }

    /**
     * Opens a file to write it, and makes it if it is missing.
     *
     * @param name its name
     * @return the file at its begin, with what it holds
     * @throws IOException if it cannot be written, or is a link, a pipe or another thing than a file
     */
    public SeekableByteChannel write(Path name) throws IOException {
        if (attributes(name).isPresent()) {
            requireFile(name);
        }
        return requireFile(name, channel(name,
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)));
    }

    /**
     * Makes a file and opens it to write it.
     *
     * @param name its name, which nothing has
     * @return the empty file
     * @throws IOException if it cannot be made
     */
    public SeekableByteChannel create(Path name) throws IOException {
        return channel(name, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    private void requireFile(Path name) throws IOException {
        if (!attributes(name).orElseThrow(() -> new NoSuchFileException(path.resolve(name).toString()))
                .isRegularFile()) {
            throw noFile(name);
        }
    }

    /** A pipe, a socket or a terminal has no place in it. */
    private SeekableByteChannel requireFile(Path name, SeekableByteChannel opened) throws IOException {
        try {
            opened.position();
            return opened;
        } catch (ClosedByInterruptException interrupted) {
            throw interrupted;
        } catch (IOException pipe) {
            opened.close();
            throw noFile(name);
        }
    }

    private FileSystemException noFile(Path name) {
        return new FileSystemException(path.resolve(name).toString(), null,
                "it is no file of its own, but a link, a folder, a pipe or a device");
    }

    private SeekableByteChannel channel(Path name, Set<OpenOption> options) throws IOException {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        return secure().isPresent()
                ? secure().get().newByteChannel(name, all)
                : Files.newByteChannel(path.resolve(name), all);
    }

    /**
     * Makes a folder in this one.
     *
     * @param name its name, which nothing has but perhaps an empty folder
     * @throws IOException if it cannot be made
     */
    public void makeFolder(Path name) throws IOException {
        make(name, Files::createDirectory);
    }

    /**
     * Makes a link in this folder.
     *
     * @param name   its name, which no folder has
     * @param target where it leads
     * @throws IOException if it cannot be made
     */
    public void makeLink(Path name, Path target) throws IOException {
        make(name, made -> Files.createSymbolicLink(made, target));
    }

    /** Makes an entry beside the first folder and moves it to its place, since only that is safe from links on the way. */
    private void make(Path name, Making making) throws IOException {
        Path made = making.make(beside.resolve("." + UUID.randomUUID() + ".tmp"));
        try (OpenFolder from = of(beside)) {
            from.move(Objects.requireNonNull(made.getFileName(), "what was made has a name"), this, name);
        } catch (IOException failed) {
            try {
                Files.deleteIfExists(made);
            } catch (IOException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
    }

    @FunctionalInterface
    private interface Making {
        Path make(Path place) throws IOException;
    }

    /**
     * Moves an entry, and replaces what has the new name.
     *
     * @param name   its name here
     * @param target the folder that takes it, of the same file system
     * @param other  its name there
     * @throws IOException if it cannot be moved
     */
    public void move(Path name, OpenFolder target, Path other) throws IOException {
        if (secure().isPresent() && target.secure().isPresent()) {
            secure().get().move(name, target.secure().get(), other);
        } else {
            Files.move(path.resolve(name), target.path.resolve(other), StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Deletes an entry: of a link the link, a folder only if it is empty.
     *
     * @param name its name
     * @throws IOException if it cannot be deleted
     */
    public void delete(Path name) throws IOException {
        if (secure().isEmpty()) {
            Files.delete(path.resolve(name));
        } else if (isFolder(name)) {
            secure().get().deleteDirectory(name);
        } else {
            secure().get().deleteFile(name);
        }
    }

    private Optional<SecureDirectoryStream<Path>> secure() {
        return stream instanceof SecureDirectoryStream<Path> secure ? Optional.of(secure) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
