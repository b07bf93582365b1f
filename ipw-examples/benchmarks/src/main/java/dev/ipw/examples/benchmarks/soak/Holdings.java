package dev.ipw.examples.benchmarks.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The resources that this process holds.
 *
 * @param heapBytes reachable objects, after a collection
 * @param threads   threads of the system
 * @param files     open files, including sockets
 * @param sockets   open sockets
 */
record Holdings(long heapBytes, int threads, int files, int sockets) {
    private static final double MEBIBYTE = 1 << 20;

    /** Collects garbage and counts. Files are counted where Linux lists them. */
    static Holdings now() throws IOException {
        System.gc();
        List<String> files = openFiles();
        return new Holdings(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(), files.size(),
                (int) files.stream().filter(target -> target.startsWith("socket:")).count());
    }

    private static List<String> openFiles() throws IOException {
        Path listing = Path.of("/proc/self/fd");
        if (!Files.isDirectory(listing)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(listing)) {
            return files.map(Holdings::target).toList();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    /** Writes the counts as cells of a table. */
    String cells() {
        return String.format(Locale.ROOT, "%.1f | %d | %d | %d", heapBytes / MEBIBYTE, threads, files, sockets);
    }
}
