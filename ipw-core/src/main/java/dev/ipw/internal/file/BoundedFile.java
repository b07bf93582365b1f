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

/** Read whole files that are small by nature, and refuse those that are not. */
public final class BoundedFile {
    private BoundedFile() {}

    /**
     * Read a file.
     *
     * @param file       which
     * @param limitBytes the most it may hold
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
     * Read a file that somebody else may have put there: a link of its name is refused, wherever it leads, also one that took the
     * file's place a moment ago.
     *
     * @param file       which
     * @param limitBytes the most it may hold
     * @return all its bytes
     * @throws InputException if it is missing, unreadable, larger than the limit, or no file of its own
     */
    public static byte[] readUnlinked(Path file, long limitBytes) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new InputException(
                    file + " is no file of its own, but a link, a folder or a device, and is not read. "
                            + "Put the file itself there");
        }
        Path absolute = file.toAbsolutePath();
        Path folder = Objects.requireNonNullElse(absolute.getParent(), absolute);
        return read(file, limitBytes,
                () -> Channels.newInputStream(OpenFolder.read(folder, folder.relativize(absolute))));
    }

    private static byte[] read(Path file, long limitBytes, Opening opening) {
        // Not every file knows its size (those under /proc say 0), so what is read is counted.
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
