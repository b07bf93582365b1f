package dev.ipw.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Resolve where and how to write a file that the user names.
 *
 * @param path       the name, or what a symbolic link of that name leads to
 * @param isReplaced true if a new file takes its place, false if what is there is written to
 */
record WriteTarget(Path path, boolean isReplaced) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final int MOST_LINKS = 40;

    /** Follows links to the end; of those that lead nowhere, to where the file is to be made. */
    static WriteTarget of(Path file) {
        Path path = file;
        boolean descriptor = isDescriptor(path);
        for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(path); links++) {
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

    /** What a process has open, such as /dev/stdout, is written to also where it is a file: others write there too. */
    private static boolean isDescriptor(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(PROCESSES) || absolute.startsWith("/dev/fd");
    }
}
