package dev.ipw.benchmarks.rows;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Count the rows of large files and say how much heap that took. Start it with a small {@code -Xmx} and the files as
 * arguments; without any it writes a million rows to a temporary file and counts those.
 */
final class MillionRows {
    private static final int ROWS = 1_000_000;

    private MillionRows() {}

    public static void main(String[] files) throws IOException {
        if (files.length == 0) {
            Path made = Files.createTempFile("million", ".jsonl.gz");
            try {
                write(made);
                count(made);
            } finally {
                Files.delete(made);
            }
        }
        for (String file : files) {
            count(Path.of(file));
        }
    }

    private static void write(Path file) throws IOException {
        try (Writer text = new BufferedWriter(new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            for (int row = 0; row < ROWS; row++) {
                text.write("{\"id\": " + row + ", \"question\": \"How much is " + row + " and one?\", \"answer\": \""
                        + (row + 1) + "\"}\n");
            }
        }
    }

    private static void count(Path file) {
        heap().forEach(MemoryPoolMXBean::resetPeakUsage);
        long start = System.nanoTime();
        long count;
        try (Stream<Row> rows = DataFile.rows(file, file.getFileName().toString())) {
            count = rows.mapToLong(row -> row.fields().isEmpty() ? 0 : 1).sum();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long peakBytes = heap().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.printf(Locale.ROOT, "%s: %d rows in %.1f s, peak heap %.1f MiB of %.0f MiB%n", file.getFileName(),
                count, seconds,
                peakBytes / 0x1p20, Runtime.getRuntime().maxMemory() / 0x1p20);
    }

    private static Stream<MemoryPoolMXBean> heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }
}
