package dev.ipw.internal.file;

import dev.ipw.error.InputException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/** The reader of whole files that are small by nature; larger ones are refused. */
public final class BoundedFile {
    private BoundedFile() {}

    /**
     * Reads a file.
     *
     * @param file       the file
     * @param limitBytes the maximum size
     * @return all its bytes
     * @throws InputException if it is missing, unreadable or larger than the limit
     */
    public static byte[] read(Path file, long limitBytes) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + " is a folder, not a file. Give the path of a file in it");
        }
        return read(file, limitBytes, () -> new FileInputStream(file.toFile()));
    }

    /**
     * Reads a file that somebody else may have put there: a link of its name is refused, wherever it leads, even if it
     * took the file's place a moment ago.
     *
     * @param file       the file
     * @param limitBytes the maximum size
     * @return all its bytes
     * @throws InputException if it is missing, unreadable, larger than the limit, or a link
     */
    public static byte[] readUnlinked(Path file, long limitBytes) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new InputException(
                    file + " is no file of its own, but a link, a folder or a device, and is not read. "
                            + "Put the file itself there");
        }
        Path absolute = file.toAbsolutePath();
        Path folder = Objects.requireNonNullElse(absolute.getParent(), absolute);
        // A channel closes itself when its thread is interrupted, so the interrupt waits outside.
        boolean interrupted = Thread.interrupted();
        try {
            return read(file, limitBytes,
                    () -> Channels.newInputStream(OpenFolder.read(folder, folder.relativize(absolute))));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static byte[] read(Path file, long limitBytes, Opening opening) {
        // Not every file reports its size (those under /proc report 0), so the bytes are counted while reading.
        int mostBytes = (int) Math.min(limitBytes, Integer.MAX_VALUE - 9L);
        try (InputStream in = opening.open()) {
            byte[] content = in.readNBytes(mostBytes + 1);
            if (content.length > mostBytes) {
                throw new InputException(file + " holds more than " + limitBytes
                        + " bytes, the most that is read of such a file. Check that it is the right one");
            }
            return content;
        } catch (IOException failure) {
            String reason = Files.exists(file) ? AtomicFile.reasonOf(failure) : "there is no such file";
            throw new InputException("Cannot read " + file + ": " + reason + ". Check the path and its permissions",
                    failure);
        }
    }

    @FunctionalInterface
    private interface Opening {
        InputStream open() throws IOException;
    }
}
