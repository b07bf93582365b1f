package dev.ipw.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a file and its content, to detect that another file took its name or that it was written later.
 *
 * @param key      the file itself, whatever its name; null where the operating system has no such key
 * @param modified the time of the last write
 * @param bytes    its length
 */
public record FileVersion(@Nullable Object key, FileTime modified, long bytes) {
    /**
     * Reads the version of a file.
     *
     * @param file its name; a symbolic link is followed
     * @return the version of the file that has the name now
     * @throws IOException if there is none, or it cannot be examined
     */
    public static FileVersion of(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileVersion(now.fileKey(), now.lastModifiedTime(), now.size());
    }

    /**
     * Returns whether it is the same file, whatever was written to it meanwhile. The answer is certain for files that
     * were held open at one of the two moments.
     *
     * @param other the version with the name at another time
     * @return false if another file has taken the name
     */
    public boolean isSameFile(FileVersion other) {
        return Objects.equals(key, other.key);
    }
}
