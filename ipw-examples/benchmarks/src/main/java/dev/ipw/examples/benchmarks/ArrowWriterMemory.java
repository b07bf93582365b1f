package dev.ipw.examples.benchmarks;

import dev.ipw.internal.table.HuggingFaceFolderWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A program that writes the dataset of a run with growing numbers of rows, each in a JVM of its own with a heap of 64
 * MiB. It prints rows, seconds, rows per second, the maximum live heap at one of ten checks, and the maximum memory
 * that Arrow takes outside the heap (the category "Other" of the JVM's native memory tracking).
 */
public final class ArrowWriterMemory {
    static final int CHECKS = 10;
    private static final double MEBIBYTE = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String[] DEFAULT_ROWS = {"10000", "100000", "1000000"};
    private static final Pattern OUTSIDE_HEAP = Pattern
            .compile("Other \\(reserved=(\\d+)KB[^\\n]*\\n[^\\n]*\\((?:at peak|peak=(\\d+)KB)");
    private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

    private ArrowWriterMemory() {}

    /** Prints the table. Arguments are the numbers of rows. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 2 && arguments[0].equals("--here")) {
            System.out.println(write(Long.parseLong(arguments[1])).line());
            return;
        }
        System.out.println(Result.HEAD);
        for (String rows : arguments.length == 0 ? DEFAULT_ROWS : arguments) {
            int status = new ProcessBuilder(command(rows)).inheritIO().start().waitFor();
            if (status != 0) {
                System.err.println("Writing " + rows + " rows ended with status " + status);
                System.exit(1);
            }
        }
    }

    private static List<String> command(String rows) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:NativeMemoryTracking=summary", "-cp",
                System.getProperty("java.class.path"), ArrowWriterMemory.class.getName(), "--here", rows));
        return command;
    }

    static Result write(long rows) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("ipw-benchmark");
        try {
            RunRows row = RunRows.ofOneQuery(Files.createDirectory(directory.resolve("runs")));
            Path dataset = Files.createDirectory(directory.resolve("dataset"));
            CheckedRows checked = new CheckedRows(row.rows(rows), Math.max(1, rows / CHECKS));
            long start = System.nanoTime();
            HuggingFaceFolderWriter.write(dataset, row.schema(), checked,
                    HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
            long nanos = System.nanoTime() - start - checked.checkingNanos;
            return new Result(rows, nanos / NANOS_PER_SECOND, bytesIn(dataset) / MEBIBYTE,
                    checked.mostHeapBytes / MEBIBYTE, mostOutsideMebibytes());
        } finally {
            RunRows.delete(directory);
        }
    }

    private static double bytesIn(Path directory) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /**
     * Asks the JVM for the peak of memory outside the heap; empty unless the JVM was started with native memory
     * tracking.
     */
    private static OptionalDouble mostOutsideMebibytes() {
        try {
            String summary = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmNativeMemory",
                    new Object[]{new String[]{"summary"}}, new String[]{String[].class.getName()});
            Matcher outside = OUTSIDE_HEAP.matcher(summary);
            return outside.find()
                    ? OptionalDouble.of(Double.parseDouble(outside.group(outside.group(2) == null ? 1 : 2))
                            / KIBIBYTES_PER_MEBIBYTE)
                    : OptionalDouble.empty();
        } catch (JMException unavailable) {
            throw new IllegalStateException("This JVM has no diagnostic commands", unavailable);
        }
    }

    /**
     * The resources of one table.
     *
     * @param rows    the number of rows
     * @param seconds the time without the checks
     * @param files   the size on disk in MiB
     * @param heap    the maximum heap in use at a check, after a collection, in MiB
     * @param outside the maximum memory outside the heap in MiB; empty where the JVM does not track it
     */
    record Result(long rows, double seconds, double files, double heap, OptionalDouble outside) {
        static final String HEAD = "      rows   seconds    rows/s  files MiB  heap MiB  outside MiB";

        String line() {
            return String.format(Locale.ROOT, "%10d %9.2f %9.0f %10.1f %9.1f %12s", rows, seconds, rows / seconds,
                    files, heap,
                    outside.isEmpty() ? "not tracked" : String.format(Locale.ROOT, "%.1f", outside.getAsDouble()));
        }
    }

    private static final class CheckedRows implements Iterator<Map<String, @Nullable Object>> {
        private final Iterator<Map<String, @Nullable Object>> rows;
        private final long rowsPerCheck;
        private long given;
        private long checkingNanos;
        private long mostHeapBytes;

        CheckedRows(Iterator<Map<String, @Nullable Object>> rows, long rowsPerCheck) {
            this.rows = rows;
            this.rowsPerCheck = rowsPerCheck;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public Map<String, @Nullable Object> next() {
            if (++given % rowsPerCheck == 0) {
                check();
            }
            return rows.next();
        }

        private void check() {
            long start = System.nanoTime();
            System.gc();
            mostHeapBytes = Math.max(mostHeapBytes,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            checkingNanos += System.nanoTime() - start;
        }
    }
}
