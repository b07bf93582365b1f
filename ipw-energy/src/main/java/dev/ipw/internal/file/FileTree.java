package dev.ipw.internal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder with everything in it. */
public final class FileTree {
    private FileTree() {}

    /**
     * Deletes a folder with everything in it; links are deleted, not followed.
     *
     * @param folder the folder, which need not exist
     * @throws IOException if a part cannot be deleted; others may be gone then
     */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }
}
