package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Say as whom a program works in a folder of this machine. What root starts works as nobody, who has to own the folder then: without a
 * user namespace of its own, root in a sandbox could still write what is root's, such as settings of the kernel.
 */
final class FolderOwner {
    /** The id of nobody. */
    static final int NOBODY = 65_534;

    private FolderOwner() {}

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Return user and group as {@code uid:gid}. */
    static String of(Path folder) {
        try {
            if (isRoot()) {
                give(folder);
                return NOBODY + ":" + NOBODY;
            }
            return Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid");
        } catch (IOException | UncheckedIOException failed) {
            throw new InputException("The folder " + folder + " cannot be given to a sandbox: " + failed.getMessage(),
                    failed);
        }
    }

    /** Links are given, not what they lead to. */
    private static void give(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.setAttribute(file, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(file, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }
}
