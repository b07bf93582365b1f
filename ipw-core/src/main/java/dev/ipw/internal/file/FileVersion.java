package dev.ipw.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identify a file and its content, to detect that another file took its name or that it was written later.
 *
 * @param key      the file itself, whatever its name; null where the operating system has none to give
 * @param modified when it was last written
 * @param bytes    how long it is
 */
public record FileVersion(@Nullable Object key, FileTime modified, long bytes) {
    /**
     * Looks at a file.
     *
     * @param file its name; a symbolic link is followed
     * @return which file has the name now
     * @throws IOException if there is none, or it cannot be looked at
     */
    public static FileVersion of(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileVersion(now.fileKey(), now.lastModifiedTime(), now.size());
    }

    /**
     * Returns whether it is the same file, whatever was written to it meanwhile. Of files that one of the two looks
     * hold open, the answer is certain.
     *
     * @param other what had the name at another time
     * @return false if another file has taken the name
     */
    public boolean isSameFile(FileVersion other) {
        return Objects.equals(key, other.key);
    }
}
