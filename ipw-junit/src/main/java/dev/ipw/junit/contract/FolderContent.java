package dev.ipw.junit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files below a folder. */
final class FolderContent {
    private FolderContent() {}

    /** Returns the sizes of all files by their paths. */
    static SortedMap<Path, Long> of(Path folder) {
        SortedMap<Path, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Iterator<Path> each = files.filter(Files::isRegularFile).iterator(); each.hasNext();) {
                Path file = each.next();
                sizes.put(folder.relativize(file), Files.size(file));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("Cannot list " + folder, failed);
        }
        return sizes;
    }
}
