package dev.ipw.telemetry.hardware.process;

import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** Lay out the processes of {@code /proc}: process 100 is the one that looks. */
final class FabricatedProcesses {
    private final Path procfs;

    FabricatedProcesses(Path procfs) throws IOException {
        this.procfs = procfs;
        process(100, 1, "java", 500, 100);
        Files.createSymbolicLink(procfs.resolve("self"), Path.of("100"));
        machine(1_000);
        born(100);
    }

    /** Set the ticks in which processors were busy. */
    void machine(long busy) throws IOException {
        overwrite(procfs.resolve("stat"), String.format(Locale.ROOT,
                "cpu  %010d 0 0 5000 0 0 0 0 0 0%ncpu0 1 1 1 1%ncpu1 1 1 1 1%nintr 17%n", busy));
    }

    /** Set the process id that was assigned last. */
    void born(long number) throws IOException {
        overwrite(procfs.resolve("loadavg"), String.format(Locale.ROOT, "0.10 0.20 0.30 2/345 %09d%n", number));
    }

    /** Set the ticks of a process and of its ended children. */
    void process(long number, long parent, String name, long own, long endedChildren) throws IOException {
        overwrite(stat(number), String.format(Locale.ROOT,
                "%d (%s) S %06d 100 100 0 -1 4194304 10 20 30 40 %010d 0 %010d 0 20 0 1 0 123456 1000 200 18446744073709551615%n",
                number, name, parent, own, endedChildren));
    }

    /** Let a process be gone: whoever has its file open reads nothing. */
    void end(long number) throws IOException {
        try (FileChannel channel = FileChannel.open(stat(number), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        Files.delete(stat(number));
        Files.delete(stat(number).getParent());
    }

    private Path stat(long number) {
        return procfs.resolve(String.valueOf(number)).resolve("stat");
    }

    /** Change a file in one write, as no reader of the kernel's file ever sees half of it. */
    private static void overwrite(Path file, String text) throws IOException {
        if (!Files.exists(file)) {
            FabricatedMachine.write(file, text);
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
        }
    }
}
