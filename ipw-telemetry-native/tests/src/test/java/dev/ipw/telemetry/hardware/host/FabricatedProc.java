package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;

/** Lay out the two files of {@code /proc} that are read. */
final class FabricatedProc {
    private final Path procfs;

    FabricatedProc(Path procfs) throws IOException {
        this.procfs = procfs;
        write("stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0\ncpu1 0 0 0 0\ncpu2 0 0 0 0\ncpu3 0 0 0 0\nintr 17\n");
        memory(16_000_000, 4_000_000);
    }

    Path procfs() {
        return procfs;
    }

    TelemetryEnvironment environment() {
        return TelemetryEnvironment.of(Map.of("IPW_PROCFS_ROOT", procfs.toString()));
    }

    /** Set the ticks of user, system, idle and iowait; 30 ticks each of the others are never counted as work of ours. */
    void ticks(long user, long system, long idle, long iowait) throws IOException {
        write("stat", String.format(Locale.ROOT, "cpu  %d 0 %d %d %d 0 0 30 30 0\ncpu0 1 1 1 1\ncpu1 1 1 1 1\n", user,
                system, idle, iowait));
    }

    void memory(long totalKibibytes, long availableKibibytes) throws IOException {
        write("meminfo", String.format(Locale.ROOT,
                "MemTotal:       %d kB%nMemFree:          1000 kB%nMemAvailable:   %d kB%nBuffers:   5 kB%n",
                totalKibibytes, availableKibibytes));
    }

    private void write(String name, String text) throws IOException {
        Path file = procfs.resolve(name);
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
    }
}
