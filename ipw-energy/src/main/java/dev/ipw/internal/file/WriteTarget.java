package dev.ipw.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The target of writing a file that the user names.
 *
 * @param path       the name, or the target of a symbolic link of that name
 * @param isReplaced true if a new file takes its place, false if the existing one is written to
 */
record WriteTarget(Path path, boolean isReplaced) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final int MAX_LINKS = 40;

    /** Follows links to the end; a link to a missing file leads to the place where the file is to be created. */
    static WriteTarget of(Path file) {
        Path path = file;
        boolean descriptor = isDescriptor(path);
        for (int links = 0; links < MAX_LINKS && Files.isSymbolicLink(path); links++) {
            try {
                path = path.resolveSibling(Files.readSymbolicLink(path));
            } catch (IOException unreadable) {
                return new WriteTarget(file, true);
            }
            descriptor |= isDescriptor(path);
        }
        boolean other = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
        return new WriteTarget(path, !other && !descriptor);
    }

    /**
     * Returns whether a path is a descriptor of the process, such as /dev/stdout. It is written to even if it is a
     * file: others write there too.
     */
    private static boolean isDescriptor(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(PROCESSES) || absolute.startsWith("/dev/fd");
    }
}
